// Run before each test file of those that share a process with others: what the modules of the file before keep is not seen by it.
import { vi } from 'vitest';

vi.resetModules();
