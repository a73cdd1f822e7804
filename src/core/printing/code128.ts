// Which Code 128 symbols a text takes, so that a bar code's width is known before a printer draws it.

const SHIFTED_OUT = new Set(['^', '~', '>']);

/** The symbol set each run of characters is written in: `B` one character a symbol, `C` two digits a symbol. */
export interface Code128Run {
  readonly set: 'B' | 'C';
  readonly text: string;
}

export interface Code128Plan {
  readonly runs: readonly Code128Run[];
  /** Width of the bars in narrow bars, without quiet zones. */
  readonly modules: number;
}

/**
 * True for what our bar codes may carry: printable ASCII without blanks at either end, and without the characters that
 * command a label printer (`^`, `~`, `>`).
 */
export function isCode128Text(text: string): boolean {
  if (text.length === 0 || text.trim() !== text) return false;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x20 || point > 0x7e || SHIFTED_OUT.has(character)) return false;
  }
  return true;
}

interface Step {
  readonly symbols: number;
  readonly runs: readonly Code128Run[];
}

function extended(step: Step, set: 'B' | 'C', text: string): Step {
  const last = step.runs.at(-1);
  if (last?.set === set) {
    return {
      symbols: step.symbols + 1,
      runs: [...step.runs.slice(0, -1), { set, text: last.text + text }],
    };
  }
  return {
    // The first run is opened by the start symbol, which every code has; each later one by a symbol of its own.
    symbols: step.symbols + (last ? 2 : 1),
    runs: [...step.runs, { set, text }],
  };
}

function shorter(left: Step | null, right: Step | null): Step | null {
  if (!left || !right) return left ?? right;
  return right.symbols < left.symbols ? right : left;
}

/** The fewest symbols that carry the text in sets B and C. The text must satisfy {@link isCode128Text}. */
export function planCode128(text: string): Code128Plan {
  // best[i]: the shortest way to have written the first i characters, by the set it ends in.
  const best: { B: Step | null; C: Step | null }[] = [
    { B: { symbols: 0, runs: [] }, C: { symbols: 0, runs: [] } },
  ];
  for (let end = 1; end <= text.length; end += 1) {
    const one = best[end - 1] ?? { B: null, C: null };
    const character = text.slice(end - 1, end);
    const viaB = one.B && extended(one.B, 'B', character);
    const viaCtoB = one.C && extended(one.C, 'B', character);
    const pair = text.slice(end - 2, end);
    const two = end >= 2 && /^\d\d$/.test(pair) ? best[end - 2] : undefined;
    const stayC = two?.C ? extended(two.C, 'C', pair) : null;
    const fromB = two?.B ? extended(two.B, 'C', pair) : null;
    best.push({ B: shorter(viaB, viaCtoB), C: shorter(stayC, fromB) });
  }
  const last = best[text.length] ?? { B: null, C: null };
  const chosen = shorter(last.B, last.C) ?? { symbols: 0, runs: [] };
  // Start and check symbol of 11 modules each, stop of 13.
  return { runs: chosen.runs, modules: 11 * (chosen.symbols + 2) + 13 };
}
