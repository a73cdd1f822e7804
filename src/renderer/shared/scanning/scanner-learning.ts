// Whether a scanner is being learned at this window: meanwhile its keys are measured, and nothing is looked up.
import { create } from 'zustand';

export const useScannerLearning = create<{ active: boolean }>(() => ({ active: false }));
