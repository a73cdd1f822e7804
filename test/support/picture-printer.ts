// A printer of a language in which a label goes as one picture, as it reads whatever comes, over one connection or several: it keeps what was begun,
// counts the bytes of a picture, and passes over what it does not understand. `picture-jobs.ts` reads single jobs, and forgives nothing.

export type PictureLanguage = 'epl2' | 'tspl';

/** A picture as it was drawn, in hexadecimal digits after its bytes a row and its rows. */
export type DrawnPicture = string;

interface Commands {
  /** Without its line end. */
  readonly print: RegExp;
  readonly clear: RegExp;
  /** Up to the first byte of the data; its groups are the bytes of a row and the rows. */
  readonly picture: RegExp;
  /** The same, ended by a line end in place of the last comma. */
  readonly pictureInLine: RegExp;
}

const COMMANDS: Readonly<Record<PictureLanguage, Commands>> = {
  epl2: {
    print: /^P\d+(?:,\d*)?$/,
    clear: /^(?:N|q\d+|Q\d+,\d+)$/,
    picture: /^GW\d+,\d+,(\d+),(\d+),$/,
    pictureInLine: /^GW\d+,\d+,(\d+),(\d+)$/,
  },
  tspl: {
    print: /^PRINT \d+(?:,\d*)?$/,
    clear: /^CLS$/,
    picture: /^BITMAP \d+,\d+,(\d+),(\d+),\d+,$/,
    pictureInLine: /^BITMAP \d+,\d+,(\d+),(\d+)(?:,\d*)?$/,
  },
};

interface BegunPicture {
  readonly size: string;
  readonly data: Uint8Array;
  have: number;
}

const LINE_FEED = 0x0a;
const COMMA = 0x2c;

export class PicturePrinter {
  /** What came out, label by label: all that was drawn since the last clearing. */
  readonly printed: (readonly DrawnPicture[])[] = [];
  readonly language: PictureLanguage;
  readonly #commands: Commands;
  readonly #endsByLine: boolean;
  #line = '';
  #drawn: DrawnPicture[] = [];
  #picture: BegunPicture | null = null;

  /** `endsByLine`: a line end is taken for the comma that ends the command of a picture. */
  constructor(language: PictureLanguage, { endsByLine }: { readonly endsByLine: boolean }) {
    this.language = language;
    this.#commands = COMMANDS[language];
    this.#endsByLine = endsByLine;
  }

  /** The same printer, at the same byte. */
  copy(): PicturePrinter {
    const other = new PicturePrinter(this.language, { endsByLine: this.#endsByLine });
    other.printed.push(...this.printed);
    other.#line = this.#line;
    other.#drawn = [...this.#drawn];
    other.#picture = this.#picture && { ...this.#picture, data: this.#picture.data.slice() };
    return other;
  }

  feed(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#picture) at += this.#take(this.#picture, bytes.subarray(at));
      else this.#read(bytes[at++] ?? 0);
    }
  }

  #take(picture: BegunPicture, bytes: Uint8Array): number {
    const part = bytes.subarray(0, picture.data.length - picture.have);
    picture.data.set(part, picture.have);
    picture.have += part.length;
    if (picture.have === picture.data.length) {
      this.#drawn.push(`${picture.size}:${Buffer.from(picture.data).toString('hex')}`);
      this.#picture = null;
    }
    return part.length;
  }

  #begin(match: RegExpExecArray): void {
    const [, bytesPerRow = '', rows = ''] = match;
    const data = new Uint8Array(Number(bytesPerRow) * Number(rows));
    if (data.length > 0) this.#picture = { size: `${bytesPerRow}x${rows}`, data, have: 0 };
    this.#line = '';
  }

  #read(byte: number): void {
    if (byte !== LINE_FEED) {
      this.#line += String.fromCharCode(byte);
      if (byte !== COMMA) return;
      const match = this.#commands.picture.exec(this.#line);
      if (match) this.#begin(match);
      return;
    }
    if (this.#line === '' || this.#line === '\r') {
      this.#line = '';
      return;
    }
    const command = this.#line.replace(/\r+$/, '');
    this.#line = '';
    if (this.#commands.clear.test(command)) this.#drawn = [];
    if (this.#commands.print.test(command)) this.printed.push([...this.#drawn]);
    const late = this.#endsByLine ? this.#commands.pictureInLine.exec(command) : null;
    if (late) this.#begin(late);
  }
}
