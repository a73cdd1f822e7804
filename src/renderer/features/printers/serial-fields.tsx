// How a serial line is set. It is part of the printer's address, so what is chosen here is written there.
import { completeAddress, rawAddressOf, rawAddressText } from '../../../domain/printer-address.ts';
import { BAUD_RATES, type SerialLine } from '../../../domain/printer-cable.ts';
import type { Draft } from '../../shared/drafts/use-draft.ts';
import { SelectField } from '../../ui/checks.tsx';
import type { PrinterEntry } from './printer-entry.ts';
import css from './printers.module.css';

/** Nothing is shown unless the address is that of a serial port. */
export function SerialFields({ draft }: { draft: Draft<PrinterEntry> }) {
  const { kind, address } = draft.entry;
  const at = kind === 'office' ? null : rawAddressOf(completeAddress(kind, address));
  const line = at !== null && 'device' in at ? at.line : undefined;
  if (at === null || !('device' in at) || line === undefined) return null;
  const set = (change: Partial<SerialLine>): void =>
    draft.change({ address: rawAddressText({ ...at, line: { ...line, ...change } }) });
  return (
    <>
      <p className={css.quiet}>
        A serial line has to be set as the printer is: its settings label, or its manual, says how.
      </p>
      <div className={css.sides}>
        <SelectField
          id="printer-baud"
          label="Speed"
          value={String(line.baud)}
          onChange={(baud) => set({ baud: Number(baud) })}
        >
          {BAUD_RATES.map((baud) => (
            <option key={baud} value={String(baud)}>
              {baud} baud
            </option>
          ))}
        </SelectField>
        <SelectField
          id="printer-parity"
          label="Parity"
          value={line.parity}
          onChange={(parity) => set({ parity: parity as SerialLine['parity'] })}
        >
          <option value="none">None</option>
          <option value="even">Even</option>
          <option value="odd">Odd</option>
        </SelectField>
      </div>
      <SelectField
        id="printer-flow"
        label="Flow control"
        value={line.flow}
        onChange={(flow) => set({ flow: flow as SerialLine['flow'] })}
      >
        <option value="wires">The printer stops the desk by its wires (RTS/CTS) or XOFF</option>
        <option value="xon-xoff">By XOFF alone: a cable without these wires</option>
      </SelectField>
    </>
  );
}
