// At which desk a printer stands: the site desk reaches those on the network, and a further desk those at its own cable.
import type { PrinterView } from '../../../contract/printers.ts';
import type { Draft } from '../../shared/drafts/use-draft.ts';
import { SelectField } from '../../ui/checks.tsx';
import { deskOfEntry, type PrinterEntry } from './printer-entry.ts';
import css from './printers.module.css';

/** Nothing is asked where there is no further desk, and the printer stands at none. */
export function PrinterDesk(props: {
  draft: Draft<PrinterEntry>;
  desks: readonly { readonly id: string; readonly name: string }[];
  printer: PrinterView | null;
  problem: string | undefined;
}) {
  const { draft, desks, printer, problem } = props;
  const at = deskOfEntry(draft.entry) ?? '';
  const isKnown = at === '' || desks.some(({ id }) => id === at);
  if (desks.length === 0 && isKnown) return null;
  return (
    <div>
      <SelectField
        id="printer-desk"
        label="It stands at"
        problem={problem}
        value={at}
        onChange={(chosen) => draft.change({ at: chosen })}
      >
        <option value="">The site desk, or the network</option>
        {desks.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {!isKnown && <option value={at}>{printer?.desk?.name ?? 'A desk'} (shut out)</option>}
      </SelectField>
      {at !== '' && (
        <p className={css.quiet}>
          {isKnown
            ? 'This desk prints on it while Drawdesk runs there, whether or not anybody is signed in.'
            : 'This desk was shut out, so nothing is printed there. Choose where the printer stands now.'}
        </p>
      )}
    </div>
  );
}
