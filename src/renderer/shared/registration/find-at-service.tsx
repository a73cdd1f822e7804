// Looks for a code at the service that nothing here has, and opens what it finds.
import { CloudDownload } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Output } from '../../../contract/index.ts';
import { useCommand } from '../../host/use-command.ts';
import { hrefOf, links } from '../links.ts';
import { ErrorNotice } from '../words/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { useStillHere } from '../../ui/use-still-here.ts';
import { FoundRegistration, nothingFoundWords } from './found-registration.tsx';
import css from './find-at-service.module.css';

type Found = Output<'registrations.find'>;

/**
 * Pressing it sends the text to the service as a code. What may be a person is never sent.
 * @example <FindAtService text="DRW-7K2M9Q" />
 */
export function FindAtService({ text }: { text: string }) {
  const [, navigate] = useLocation();
  const isStillHere = useStillHere();
  const find = useCommand('registrations.find', { repeatable: true });
  const [found, setFound] = useState<Found | null>(null);
  const shown = found?.text === text.trim() ? found : null;
  /** What stands there when the answer comes. */
  const present = useLatest(text);

  async function run(): Promise<void> {
    const answer = await find.run({ text });
    if (!answer.ok) return;
    setFound({ ...answer.value, text: text.trim() });
    const [only] = answer.value.rows;
    const isStillAsked = isStillHere() && present.current === text;
    if (only && answer.value.rows.length === 1 && isStillAsked) navigate(links.registration(only.id));
  }

  return (
    <div className={css.find}>
      <Button icon={<CloudDownload />} busy={find.busy} onClick={() => void run()}>
        Look for this code at the service
      </Button>
      {find.error && (
        <ErrorNotice error={find.error}>
          {find.error.kind === 'offline' && <p>Whether the service knows this code is not known here.</p>}
        </ErrorNotice>
      )}
      {shown?.rows.length === 0 && <p role="status">{nothingFoundWords(shown)}</p>}
      {shown && shown.rows.length > 1 && (
        <ul className={css.several} aria-label="Registrations found at the service">
          {shown.rows.map((row) => (
            <li key={row.id}>
              <a href={hrefOf(links.registration(row.id))}>
                <FoundRegistration row={row} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
