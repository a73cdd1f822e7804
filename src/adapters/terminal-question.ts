// Asks the person at the terminal for a secret, without showing what is typed.
import type { ReadStream, WriteStream } from 'node:tty';

export interface Terminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
}

const ENTER = ['\r', '\n'];
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACE = ['\u0008', '\u007f'];

/** Writes the question and returns the line that was typed. Null when the person pressed Ctrl+C or Ctrl+D. */
export function askWithoutEcho(question: string, { input, output }: Terminal): Promise<string | null> {
  output.write(question);
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.resume();
  return new Promise((done) => {
    let typed: string[] = [];
    const finish = (answer: string | null): void => {
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      done(answer);
    };
    const onData = (chunk: string): void => {
      for (const character of chunk) {
        if (ENTER.includes(character)) return finish(typed.join(''));
        if (character === CTRL_C || character === CTRL_D) return finish(null);
        if (BACKSPACE.includes(character)) typed = typed.slice(0, -1);
        else typed.push(character);
      }
    };
    input.on('data', onData);
  });
}
