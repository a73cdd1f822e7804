// Which failures are of a question. Nobody typed anything for it, and it is asked again by itself.
import type { AppError } from '../../domain/app-error.ts';

const ofQuestions = new WeakSet<AppError>();

export const noteOfQuestion = (error: AppError): void => void ofQuestions.add(error);

/** Whether a screen only wanted to show something when this failed, and nothing was to be done. */
export const isOfQuestion = (error: AppError): boolean => ofQuestions.has(error);
