// Which texts a Code 128 bar code can hold, and how wide it is, worked out before a printer draws it.

/** True for printable ASCII without spaces at its ends, which every scanner reads back as it was printed. */
export function isCode128Text(text: string): boolean {
  return /^[\u0021-\u007e](?:[\u0020-\u007e]*[\u0021-\u007e])?$/.test(text);
}

/**
 * The width of a text's bars, in widths of the narrowest bar and without quiet zones, when it is packed as the standard
 * recommends: two digits in one symbol wherever that is shorter. The text must satisfy {@link isCode128Text}.
 */
export function code128Modules(text: string): number {
  // Fewest symbols that write the first `end` characters, by the set they end in: one character or two digits a symbol.
  const single = [0];
  const paired = [0];
  const at = (symbols: readonly number[], index: number): number => symbols[index] ?? Infinity;
  for (let end = 1; end <= text.length; end += 1) {
    // A change of the set takes one symbol. The first set is chosen by the start symbol.
    const change = (from: number): number => (from === 0 ? 0 : 1);
    single.push(Math.min(at(single, end - 1), at(paired, end - 1) + change(end - 1)) + 1);
    const before = end - 2;
    const isPair = before >= 0 && /^\d\d$/.test(text.slice(before, end));
    paired.push(isPair ? Math.min(at(paired, before), at(single, before) + change(before)) + 1 : Infinity);
  }
  const symbols = Math.min(at(single, text.length), at(paired, text.length));
  // Start and check symbol of 11 each, stop of 13.
  return 11 * (symbols + 2) + 13;
}
