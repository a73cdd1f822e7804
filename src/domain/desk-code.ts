// Codes that the desk makes for its own papers: short enough for a narrow roll, and of no form or label of the laboratory.

/** `V0`: a visit ticket; `L0`: a local form; `T0`: a test label of a printer. */
export type DeskCodePrefix = 'V0' | 'L0' | 'T0';

/** Letters and digits without those that are taken for another one. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A test label has to fit wherever a label fits, so its code is no longer than those on forms. */
const CODE_LENGTHS: Readonly<Record<DeskCodePrefix, number>> = { V0: 9, L0: 9, T0: 8 };

/**
 * A code of the desk's own, made from a new UUID.
 *
 * @example deskCodeFrom('V0', '0d6f1c1e-…') // 'V0' and nine more
 */
export function deskCodeFrom(prefix: DeskCodePrefix, uuid: string): string {
  let bits = BigInt(`0x${uuid.replaceAll('-', '')}`);
  // The version and variant of a UUID are no chance: the last 48 bits hold none of them.
  let code = '';
  for (let place = 0; place < CODE_LENGTHS[prefix]; place += 1) {
    code = `${CODE_LETTERS[Number(bits % 32n)] ?? '0'}${code}`;
    bits /= 32n;
  }
  return `${prefix}${code}`;
}
