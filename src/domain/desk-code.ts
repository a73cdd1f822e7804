// Codes that the desk makes for its own papers: short enough for a narrow roll, and of no form or label of the laboratory.

/** `V0`: a visit ticket; `L0`: a local form; `S0`: a sample's label; `T0`: a test label or page of a printer. */
export type DeskCodePrefix = 'V0' | 'L0' | 'S0' | 'T0';

/** Letters and digits without those that are taken for another one. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** These have to fit wherever a label fits, so the code of a label is no longer than those on forms. */
const CODE_LENGTHS: Readonly<Record<DeskCodePrefix, number>> = { V0: 9, L0: 9, S0: 8, T0: 8 };

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

/**
 * The code on the labels of a registration to which the service has given none yet. It follows from the desk's own id of the
 * registration, so all of its labels have the same.
 */
export const labelCodeOfDesk = (registrationId: string): string => deskCodeFrom('S0', registrationId);

/** Whether a label carries a code of the desk, and not one of the service. */
export const isLabelCodeOfDesk = (code: string): boolean => /^S0[0-9A-HJKMNP-TV-Z]{8}$/i.test(code);
