// The scanner of this desk: what it goes by, and how it is learned by scanning a sheet.
import { ScanBarcode } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  learnScanner,
  type LearningProblem,
  type ScannerRules,
  type SheetScan,
} from '../../../domain/scanner.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { useCommand } from '../../host/use-command.ts';
import { useSession, type Session } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast-store.ts';
import { PrintSheet, ScannerSheet } from './scanner-sheet.tsx';
import css from './settings.module.css';
import { useSheetScans } from './use-sheet-scans.ts';

const PROBLEM_WORDS: Readonly<Record<LearningProblem, string>> = {
  'not-whole':
    'The text of the sheet did not come whole. Nothing was learned: scan the sheet again, and nothing else.',
  'too-long':
    'More came around the text than a scanner adds. Nothing was learned: scan the sheet once, and press no key.',
  'too-slow':
    'That was as slow as typing. Nothing was learned. If it was the scanner: bring it nearer to its receiver, or set it to a faster pace.',
  'other-layout':
    'The scanner is set to a keyboard of another country, such as a German or French one: it sends other letters, digits or signs than the bars hold, and codes would be misread. Nothing was learned. Set its keyboard to USA with the bar codes of its manual, and scan the sheet again. If other programs need it as it is, set it to serial or HID POS and choose it under “Scanner at a cable”.',
  'in-numbers':
    'The scanner sends each character as Alt and a number, and the desk would notice none of its scans. Nothing was learned. Switch that off with the bar codes of its manual, where it is called ALT mode or “emulate keypad”, set its keyboard to USA, and scan the sheet again.',
  'old-sheet':
    'That is the sheet of an older version, which does not show whether every letter comes right. Nothing was learned: scan the bars shown here, or print the sheet anew.',
};

const END_KEY_WORDS: Readonly<Record<ScannerRules['suffix'], string>> = {
  Enter: 'Enter',
  Tab: 'Tab',
  none: 'none: a code is over after the pause',
};

export function ScannerPanel() {
  const session = useSession();
  return (
    <Panel title="Scanner" aside={<ScanBarcode aria-hidden="true" size={20} />}>
      {session === null ? (
        <SkeletonRows count={3} label="The scanner’s settings are being read" />
      ) : (
        <Scanner scanner={session.scanner} timeZone={session.timeZone} />
      )}
    </Panel>
  );
}

function Scanner({ scanner, timeZone }: { scanner: Session['scanner']; timeZone: string }) {
  const forget = useCommand('scanner.forget', { repeatable: true });
  const mayNotForget = useMayNot('scanner.forget');
  const mayNotLearn = useMayNot('scanner.learn');
  const [learning, setLearning] = useState(false);
  const close = (): void => setLearning(false);
  return (
    <>
      <Rules rules={scanner} />
      <p className={css.quiet}>{originWords(scanner, timeZone)}</p>
      {scanner.from !== 'managed' && !learning && (
        <div className={css.row}>
          <Button look="main" blocked={mayNotLearn} onClick={() => setLearning(true)}>
            Learn the scanner
          </Button>
          {scanner.from === 'learned' && (
            <Button
              busy={forget.busy}
              blocked={mayNotForget}
              onClick={() =>
                void forget
                  .run({})
                  .then(
                    (answer) =>
                      answer.ok &&
                      notify(
                        answer.value.from === 'site'
                          ? 'Back to what the site desk has learned'
                          : 'Back to what most scanners do',
                      ),
                  )
              }
            >
              Forget what was learned
            </Button>
          )}
        </div>
      )}
      {forget.error && <ErrorNotice error={forget.error} />}
      {learning && scanner.from !== 'managed' && <Learn onDone={close} />}
    </>
  );
}

function originWords(scanner: Session['scanner'], timeZone: string): string {
  switch (scanner.from) {
    case 'managed':
      return 'The managed settings of this site fix the scanner. Whoever looks after the desk can change it there.';
    case 'learned': {
      const at = shownClockAt(scanner.learnedAtMs ?? 0, timeZone);
      return `Learned at this desk on ${formatDate(at.date)} at ${at.time}.`;
    }
    case 'site':
      return 'As the site desk has learned it. If scans are not understood here, let this desk learn its own scanner.';
    case 'usual':
      return 'What most scanners do. If scans are not understood here, let the desk learn the scanner.';
    default:
      return scanner.from satisfies never;
  }
}

function Rules({ rules, scan }: { rules: ScannerRules; scan?: SheetScan | undefined }) {
  return (
    <dl className={css.facts}>
      <div>
        <dt>Before the code</dt>
        <dd>{rules.prefix === '' ? 'nothing' : <code>{rules.prefix}</code>}</dd>
      </div>
      <div>
        <dt>After the code</dt>
        <dd>{rules.trailer === '' ? 'nothing' : <code>{rules.trailer}</code>}</dd>
      </div>
      <div>
        <dt>End key</dt>
        <dd>{END_KEY_WORDS[rules.suffix]}</dd>
      </div>
      {scan && (
        <div>
          <dt>Longest pause</dt>
          <dd>{scan.longestPauseMs} ms in this scan</dd>
        </div>
      )}
      <div>
        <dt>Pause allowed</dt>
        <dd>{rules.idleMs} ms</dd>
      </div>
    </dl>
  );
}

function Learn({ onDone }: { onDone: () => void }) {
  const learn = useCommand('scanner.learn', { repeatable: true });
  const mayNot = useMayNot('scanner.learn');
  const [scan, setScan] = useState<SheetScan | null>(null);
  useSheetScans(true, { onScan: setScan, onCancel: onDone });
  const learned = scan && learnScanner(scan);
  const rules = learned && 'rules' in learned ? learned.rules : null;
  const ways = useRef<HTMLDivElement>(null);
  // The sheet, and what was learned from it, push them below the window's edge.
  useEffect(() => {
    ways.current?.scrollIntoView({ block: 'nearest' });
  }, [scan]);

  async function use(measured: SheetScan): Promise<void> {
    const answer = await learn.run(measured);
    if (!answer.ok) return;
    notify('This desk goes by the scanner now');
    onDone();
  }

  return (
    <>
      <ScannerSheet />
      <div role="status" className={css.learning}>
        {learned === null && 'Scan these bars now, or the printed sheet. Keys do nothing else meanwhile.'}
        {learned && 'problem' in learned && PROBLEM_WORDS[learned.problem]}
        {rules && scan && (
          <>
            <p>
              <strong>The text came whole.</strong> This is what the scanner does. Scan again to make sure.
            </p>
            <Rules rules={rules} scan={scan} />
          </>
        )}
      </div>
      {learned && 'rules' in learned && learned.needsSign && (
        <p className={css.warning}>
          This scanner types as slowly as a person, and its codes begin with no sign. The desk will ask to
          scan again. Set the scanner to send a sign such as ~ before each code, and learn it once more.
        </p>
      )}
      {learn.error && <ErrorNotice error={learn.error} />}
      <div ref={ways} className={css.row}>
        {rules && scan && (
          <Button look="main" busy={learn.busy} blocked={mayNot} onClick={() => void use(scan)}>
            Use this at this desk
          </Button>
        )}
        <PrintSheet />
        <Button onClick={onDone}>{rules ? 'Leave it as it was' : 'Cancel'}</Button>
      </div>
    </>
  );
}
