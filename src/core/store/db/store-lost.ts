// The error for a database that was removed from the data folder, or exchanged there, while it was open.
import { AppException, storageLost } from '../../../domain/app-error.ts';

/** Thrown before or after a commit when the next start would not find what was written. */
export class StoreLost extends AppException {
  constructor(detail: string) {
    super(storageLost(detail));
    this.name = 'StoreLost';
  }
}
