// The file of the managed settings, as JSON.
import { readFile } from 'node:fs/promises';
import { errorCode } from '../domain/error-code.ts';
import { doubledKey, jsonFault } from './json-text.ts';
import { StartProblem } from './start-problem.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there; look at the path after --config',
  ENOTDIR: 'is not there; look at the path after --config',
  EISDIR: 'is a folder; name the file in it after --config',
  EACCES: 'may not be read by this account; allow it to',
};

/**
 * What the file holds. A mark of its encoding at the beginning is no part of it.
 *
 * @throws StartProblem in one line that names the file, where it cannot be read, is no JSON or says something twice
 */
export async function readSettingsFile(file: string): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    const code = codeOf(cause);
    throw new StartProblem(`${file} ${REASONS[code] ?? `cannot be read (${code})`}.`, { cause });
  }
  const text = textOf(bytes);
  if (text === null)
    throw new StartProblem(`${file} is not saved as UTF-8: save it anew with that encoding.`);
  if (text.trim() === '') {
    throw new StartProblem(
      `${file} is empty. Write the settings into it, or start without --config, which is training mode.`,
    );
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // Neither the words of the failure nor its cause: they quote the file, in which a secret may stand.
    const place = jsonFault(text) ?? 'it';
    throw new StartProblem(`${file} is not valid JSON: look at ${place}.`);
  }
  const doubled = doubledKey(text);
  // Whichever was taken, somebody who reads the other one would be wrong.
  if (doubled !== null) throw new StartProblem(`${file}: ${doubled} stands twice. Give it once.`);
  return content;
}

/**
 * Null where it is not UTF-8, as some editors and shells save: read as such, a name would have other letters than were written, and the place
 * of a fault would be none of the text's. A mark at its beginning belongs to the encoding.
 */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function codeOf(cause: unknown): string {
  return errorCode(cause) ?? String(cause);
}
