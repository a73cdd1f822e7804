// Before labels are asked for: what is wrong with the printer that would print them, as far as the desk knows it. It hinders nothing.
import { Printer } from 'lucide-react';
import { useSession } from '../../host/use-session.ts';
import { hrefOf, links } from '../links.ts';
import { keepsWaiting, printerStateWords, printingMeanwhile } from '../words/printer-words.ts';
import css from './label-printer-trouble.module.css';

/** Nothing while the printer is well, or nothing is known of it. @example {printable && <LabelPrinterTrouble />} */
export function LabelPrinterTrouble() {
  const printer = useSession()?.printers.find(({ prints }) => prints.includes('label'));
  if (!printer || !keepsWaiting(printer)) return null;
  const { name, desk } = printer;
  return (
    <div className={css.trouble} role="status">
      <Printer aria-hidden="true" size={20} className={css.icon} />
      <p>
        <strong>
          The label printer {name}
          {desk && ` at ${desk.name}`} {printerStateWords(printer)}.
        </strong>{' '}
        {printingMeanwhile(printer)}{' '}
        {desk?.state === 'shut-out' ? (
          <a href={hrefOf(links.printers)}>Set up the printers</a>
        ) : (
          <a href={hrefOf(links.printing)}>Open the print queue</a>
        )}
      </p>
    </div>
  );
}
