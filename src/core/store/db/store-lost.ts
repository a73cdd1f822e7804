// The database that is open is not the one in the data folder any more.
import { AppException, storageLost } from '../../../domain/app-error.ts';

/** Thrown instead of a commit, or after it, when what was written would not be found at the next start. */
export class StoreLost extends AppException {
  constructor(detail: string) {
    super(storageLost(detail));
    this.name = 'StoreLost';
  }
}
