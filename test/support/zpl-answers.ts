// What printers of ZPL answer to ~HS.

/** What is wrong with one, or still to be done. */
export interface ZplState {
  readonly noLabels?: boolean;
  readonly paused?: boolean;
  readonly headOpen?: boolean;
  readonly noRibbon?: boolean;
  readonly tooHot?: boolean;
  readonly memoryFull?: boolean;
  /** Jobs in its memory that it has not printed. */
  readonly inMemory?: number;
  /** Labels that are left of one job. */
  readonly leftOfBatch?: number;
}

const flag = (is: boolean | undefined): string => (is === true ? '1' : '0');
const number = (value: number | undefined, digits: number): string =>
  String(value ?? 0).padStart(digits, '0');

/** The whole answer. @example zplAnswer({ noLabels: true }) */
export function zplAnswer(state: ZplState = {}): string {
  const { noLabels, paused, headOpen, noRibbon, tooHot, memoryFull, inMemory, leftOfBatch } = state;
  const lines = [
    `030,${flag(noLabels)},${flag(paused)},0203,${number(inMemory, 3)},${flag(memoryFull)},0,0,000,0,0,${flag(tooHot)}`,
    `000,0,${flag(headOpen)},${flag(noRibbon)},0,2,4,0,${number(leftOfBatch, 8)},1,000`,
    '1234,0',
  ];
  return lines.map((line) => `\x02${line}\x03\r\n`).join('');
}
