// The TRF code of a test registration, as it is printed on the form: `<PREFIX>-<short_code>`.

const TRF_CODE = /^([A-Z0-9]{2,10})-([A-Z0-9]{4,20})$/;

export interface TrfCode {
  readonly prefix: string;
  readonly shortCode: string;
}

/**
 * Reads a TRF code that was typed or scanned; case and spaces around it do not matter. Null when the text is none.
 *
 *     parseTrfCode(' drw-7k2m9q') // 'DRW-7K2M9Q'
 */
export function parseTrfCode(text: string): TrfCode | null {
  const match = TRF_CODE.exec(text.trim().toUpperCase());
  if (!match) return null;
  return { prefix: match[1] as string, shortCode: match[2] as string };
}
