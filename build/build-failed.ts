// What stops a build, in words for whoever has started it.
import { errorCode } from '../src/domain/error-code.ts';

/** The build failed. The output of the bundler was shown. */
export class BuildFailed extends Error {}

const MAY_NOT_WRITE = /^(EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY)/;
const NO_ROOM = /^(ENOSPC|EDQUOT|SQLITE_FULL)/;

/** What failed where the project's folder cannot be written; anything else as it was thrown. */
export function buildFailure(thrown: unknown, root: string): unknown {
  const code = errorCode(thrown) ?? '';
  if (MAY_NOT_WRITE.test(code)) {
    return new BuildFailed(
      `The app must be built, and this account may not write in ${root} (${code}). Have "npm run build" run once by an account that may, then start again.`,
      { cause: thrown },
    );
  }
  if (NO_ROOM.test(code)) {
    return new BuildFailed(
      `The app must be built, and there is no room on the disk of ${root}: free some space, then start again.`,
      { cause: thrown },
    );
  }
  return thrown;
}
