// What a further desk shows until it is paired with its site desk: the code that the site desk shows, and a name.
import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PairingOutcome, SiteLink } from '../../contract/further-desk.ts';
import { deskNameOf, pairingCodeOf } from '../../domain/pairing.ts';
import type { Host } from '../host/host.ts';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import type { FieldProblem } from '../ui/field-problem.ts';
import { TextField } from '../ui/field.tsx';
import css from './start.module.css';

type Refusal = Exclude<PairingOutcome, { kind: 'paired' }>;

function waitWords(waitMs: number): string {
  if (waitMs === 0) return '';
  const seconds = Math.ceil(waitMs / 1_000);
  return seconds < 90 ? ` Wait ${seconds} seconds.` : ` Wait ${Math.ceil(seconds / 60)} minutes.`;
}

/** What was refused, at the field that can be mended. */
function refusalWords(refusal: Refusal, address: string): FieldProblem {
  const code = (words: string): FieldProblem => ({ fieldId: 'pairing-code', words });
  switch (refusal.kind) {
    case 'wrong':
      return code(`That is not the code that the site desk shows.${waitWords(refusal.waitMs)}`);
    case 'wait':
      return code(`The code was not looked at: there were wrong ones before.${waitWords(refusal.waitMs)}`);
    case 'code-unreadable':
      return code('Enter the eight letters and digits that the site desk shows');
    case 'no-code':
      return code('The site desk shows no code now. Have a new one shown there, under “Desks”.');
    case 'unreachable':
      return code(
        `Nobody answers at ${address}. Check that the site desk runs, with --site, and that this machine is on its network.`,
      );
    case 'desk-stopped':
      return code(
        'Drawdesk on this computer did not answer, so the site desk was not asked. Start Drawdesk again on this computer, then press “Add this desk” again.',
      );
    case 'desk-lost':
      return code(
        'Drawdesk on this computer ended before it answered. Start it again on this computer. If the board does not come by itself then, have a new code shown at the site desk, under “Desks”, and add this desk under the same name.',
      );
    case 'another':
      return code(`Whoever answers at ${address} does not know the code. Nothing was given to them.`);
    case 'other-version':
      return code('The site desk runs another version of Drawdesk. Install the same one here.');
    case 'not-kept':
      return code(
        'The site desk has added this desk, but its key could not be saved on this computer: the disk is full or failing. Free some space, have a new code shown at the site desk, under “Desks”, and add this desk again under the same name.',
      );
    case 'not-saved':
      return code(
        'The site desk can save nothing now, so it has not added this desk: its notices say why. Once it can, have a new code shown there, under “Desks”.',
      );
    case 'name-taken':
      return {
        fieldId: 'pairing-name',
        words:
          'A desk of this name is there already. Enter another name; or, where it is this computer, have it shut out at the site desk, under “Desks”, and press “Add this desk” again.',
      };
    case 'name-unusable':
      return {
        fieldId: 'pairing-name',
        words: 'Enter a name of at most 40 characters, other than “site” and “site desk”',
      };
    default:
      return refusal satisfies never;
  }
}

/** `onBack`: to where this desk was before it was to be added anew; null where it has no key to go back to. */
export function PairDesk({
  host,
  site,
  onBack,
}: {
  host: Host;
  site: Extract<SiteLink, { kind: 'unpaired' }>;
  onBack: (() => void) | null;
}) {
  const [code, setCode] = useState('');
  const [name, setName] = useState(site.calledLast ?? '');
  const [hadName] = useState(name !== '');
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const problemOf = (fieldId: string): string | undefined =>
    problems.find((problem) => problem.fieldId === fieldId)?.words;

  // Another window of this desk may be quicker with the code: see start.tsx.
  useEffect(() => host.subscribe(null, () => undefined), [host]);

  async function pair(): Promise<void> {
    if (busy || !host.pair) return;
    const missing: Refusal[] = [];
    if (deskNameOf(name) === null) missing.push({ kind: 'name-unusable' });
    if (pairingCodeOf(code) === null) missing.push({ kind: 'code-unreadable' });
    if (missing.length === 0) {
      setBusy(true);
      const outcome = await host.pair({ code, name });
      // Opened anew with the key: everything that this window knows comes from the site desk then.
      if (outcome.kind === 'paired') return window.location.reload();
      setBusy(false);
      missing.push(outcome);
    }
    setProblems(missing.map((refusal) => refusalWords(refusal, site.address)));
    setAttempt((count) => count + 1);
  }

  return (
    <main className={css.page}>
      <div className={css.card}>
        <MonitorSmartphone aria-hidden="true" size={36} />
        <h1>Add this desk to the site</h1>
        {site.shutOut && (
          <p role="status">
            <strong>The site desk no longer knows this desk: it was shut out there.</strong> It can be added
            again.
          </p>
        )}
        {onBack && (
          <p>
            Make sure at the site desk that it is the one at this address, and shut this desk out there first,
            so that it can have its name again. The key that it has now goes to nobody else, and is replaced
            once the code was right.
          </p>
        )}
        <p>
          At the site desk ({site.address}) a site manager opens “Desks” and presses “Add a desk”. Enter the
          code that is shown there, or scan its picture.
        </p>
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            void pair();
          }}
        >
          <ErrorSummary problems={[...problems]} attempt={attempt} />
          <TextField
            id="pairing-name"
            label="Name of this desk"
            hint="As people here call it, such as Room 2. It stands beside what is done here."
            value={name}
            maxLength={40}
            autoFocus={!hadName}
            problem={problemOf('pairing-name')}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            id="pairing-code"
            label="Code"
            hint="Capital or small letters, with or without the hyphen"
            value={code}
            autoFocus={hadName}
            problem={problemOf('pairing-code')}
            onChange={(event) => setCode(event.target.value)}
          />
          <div className={css.ways}>
            <Button type="submit" look="main" size="large" busy={busy}>
              Add this desk
            </Button>
            {onBack && (
              <Button size="large" onClick={onBack}>
                Go back
              </Button>
            )}
          </div>
        </form>
      </div>
    </main>
  );
}
