// Why a file that a command was given cannot be used, in words.
import { errorCode } from '../../src/domain/error-code.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there',
  ENOTDIR: 'part of its path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'this account may not read and write it',
  EPERM: 'this account may not read and write it',
  EROFS: 'its disk is read-only',
};

/** A line for what reading or writing `file` has thrown; what was thrown in our own words stays. */
export function unusableFile(file: string, thrown: unknown): string {
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  const code = errorCode(thrown);
  return code === null ? said : `${file} cannot be used: ${REASONS[code] ?? said}.`;
}
