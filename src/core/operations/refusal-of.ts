// A refusal as an answer: where several things are asked for at once, one that is refused must not hide what becomes of the others.
import { AppException, type AppError } from '../../domain/app-error.ts';

/**
 * Does `work`, and returns why it was refused; null when it was not. What is no refusal is thrown on.
 * @example const refused = refusalOf(() => transaction(db, () => printLabels(context, visitId, asked)));
 */
export function refusalOf(work: () => void): AppError | null {
  try {
    work();
    return null;
  } catch (thrown) {
    if (!(thrown instanceof AppException)) throw thrown;
    return thrown.error;
  }
}
