// Joins the class names that are there.
/** @example classNames(css.row, isOpen && css.open) // 'row open', or 'row' */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
