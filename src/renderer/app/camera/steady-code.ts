// Which of the codes that the camera sees is meant: one that is alone in the picture, seen twice in a row.

export type Sight = { readonly code: string } | 'nothing' | 'once' | 'several';

/**
 * Takes what each picture shows. A code counts when two pictures one after the other show it and nothing else: a single picture, half
 * blurred, can be read wrongly, and of two labels nobody knows which is meant.
 *
 *     const see = steadyCode();
 *     see(['A']); // 'once'
 *     see(['A']); // { code: 'A' }
 */
export function steadyCode(): (codes: readonly string[]) => Sight {
  let before: string | null = null;
  return (codes) => {
    const [only] = codes;
    if (only === undefined) {
      before = null;
      return 'nothing';
    }
    if (codes.length > 1) {
      before = null;
      return 'several';
    }
    if (only === before) return { code: only };
    before = only;
    return 'once';
  };
}
