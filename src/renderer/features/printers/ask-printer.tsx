// Asks a printer what it is and how it is, and takes what it is over into the form.
import { MessageCircleQuestion } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import { useCommand } from '../../host/use-command.ts';
import type { Draft } from '../../shared/drafts/use-draft.ts';
import { asSentence } from '../../shared/words/printer-words.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { deskOfEntry, type PrinterEntry } from './printer-entry.ts';
import css from './printers.module.css';

type Said = Output<'printers.ask'>;

/** The button that asks: what was found is asked next. */
export const ASK_BUTTON = 'printer-ask';

const SPOKEN = { zpl: 'ZPL', epl2: 'EPL2', tspl: 'TSPL', escpos: 'ESC/POS' } as const;

/** Labels are told apart by millimetres; a printer measures its gap along with them. */
const SAME_LENGTH_MM = 2;

/** Printers that are reached over USB or a socket, or are another computer's, cannot be asked. */
const unknownPaper = (address: string): string =>
  address.trim().startsWith('queue:')
    ? 'Which paper is in it cannot be asked: put A4 paper in, set A4 in the settings of the queue, and look at a test page.'
    : 'It does not say which paper is in it: put A4 paper in, and look at a test page.';

/** How it is, and whether what is loaded is what the form says. */
function conditionWords(
  { says, trouble, loaded, language, labelLengthMm }: Said,
  entry: PrinterEntry,
): string[] {
  const length = Number(entry.heightMm.replace(',', '.'));
  const isOther = labelLengthMm !== null && Math.abs(labelLengthMm - length) > SAME_LENGTH_MM;
  return [
    trouble === null ? null : `It cannot print now. ${asSentence(trouble)}`,
    says && trouble === null ? 'It is ready to print.' : null,
    language === 'pictures' ? 'Windows does not say how it is: look at it.' : null,
    !says && language !== null && language !== 'pictures'
      ? 'It does not say how it is. Some are silent while they are open or have no paper: look at it.'
      : null,
    loaded.length === 0 ? null : `Paper in it: ${loaded.join(', ')}.`,
    entry.kind === 'office' && loaded.length === 0 ? unknownPaper(entry.address) : null,
    labelLengthMm === null ? null : `By its own measure its labels are ${labelLengthMm} mm high.`,
    isOther ? `The form says ${entry.heightMm} mm: correct it, or measure the labels afterwards.` : null,
  ].filter((words) => words !== null);
}

function officeWords({ model, problem }: Said): string {
  if (problem !== null) return `It could not be asked. ${asSentence(problem)}`;
  return model === null ? 'It answers.' : `It is a ${model}.`;
}

function wordsOf({ language, model, dotsPerMm, problem }: Said): string {
  if (problem !== null) return `It could not be asked. ${asSentence(problem)}`;
  if (language === null) {
    return 'It is there, but says nothing about itself; many printers cannot. Choose the language, and try it with a test label: the one that comes out with bars is right.';
  }
  if (language === 'pictures') {
    return 'It is a queue of Windows, whose driver is given each label as a picture. Choose the resolution and the size as they are set there.';
  }
  const facts = [model, dotsPerMm === null ? null : `${dotsPerMm === 12 ? 300 : 203} dpi`].filter(Boolean);
  const kind = language === 'escpos' ? 'It is a receipt printer, for visit tickets' : 'It is a label printer';
  return `${kind}, and speaks ${SPOKEN[language]}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}.`;
}

/** `mayBecome`: the kind of printer is not settled yet, so the answer may settle it. */
export function AskPrinter({ draft, mayBecome }: { draft: Draft<PrinterEntry>; mayBecome: boolean }) {
  const { entry, change } = draft;
  const ask = useCommand('printers.ask', { repeatable: true });
  const stopAsking = useCommand('printers.stopAsking', { repeatable: true });
  const mayNotAsk = useMayNot('printers.ask');
  const [said, setSaid] = useState<{ readonly about: string; readonly answer: Said } | null>(null);
  /** Which asking counts; one that was stopped is of no interest when its answer comes. */
  const [asking, setAsking] = useState<string | null>(null);
  const lastAsking = useRef<string | null>(null);
  const at = deskOfEntry(entry);
  const about = `${entry.kind} ${at} ${entry.address}`;

  async function run(): Promise<void> {
    const { address, kind } = entry;
    const name = crypto.randomUUID();
    lastAsking.current = name;
    setSaid(null);
    setAsking(name);
    const answer = await ask.run({ address, kind, at, asking: name });
    if (lastAsking.current !== name) return;
    setAsking(null);
    if (!answer.ok) return;
    const { language, dotsPerMm } = answer.value;
    const becomes = !mayBecome || language === null ? kind : language === 'escpos' ? 'ticket' : 'label';
    setSaid({ about: `${becomes} ${at} ${address}`, answer: answer.value });
    if (language === null) return;
    if (language !== 'escpos') {
      change({
        ...(mayBecome ? { kind: 'label' } : {}),
        language,
        ...(dotsPerMm === null ? {} : { dotsPerMm: String(dotsPerMm) }),
      });
    } else if (mayBecome) change({ kind: 'ticket' });
  }

  function stop(): void {
    // Whatever becomes of it, its answer is not shown.
    if (asking !== null) void stopAsking.run({ asking });
    lastAsking.current = null;
    setAsking(null);
    document.getElementById(ASK_BUTTON)?.focus();
  }

  const answered = said?.about === about ? said.answer : null;
  /** Under a problem above, the button stands at the window's edge, and what it was told below it. */
  const told = useRef<HTMLParagraphElement>(null);
  const isToldNow = answered !== null || asking !== null;
  useEffect(() => {
    if (isToldNow) told.current?.scrollIntoView({ block: 'nearest' });
  }, [isToldNow, answered]);
  const isRefused = ask.error?.kind === 'rejected';
  return (
    <div className={css.proof}>
      <div className={css.row}>
        <Button
          id={ASK_BUTTON}
          icon={<MessageCircleQuestion />}
          busy={asking !== null}
          blocked={
            mayNotAsk ?? (entry.address.trim() === '' ? 'Enter the address of the printer first.' : null)
          }
          onClick={() => void run()}
        >
          Ask the printer what it is
        </Button>
        {asking !== null && <Button onClick={stop}>Stop asking</Button>}
      </div>
      <p ref={told} role="status" className={css.quiet}>
        {asking !== null && 'It is being asked: a few seconds at most. Nothing is printed.'}
        {asking === null && isRefused && 'That is no address of a printer.'}
        {asking === null && answered && (entry.kind === 'office' ? officeWords : wordsOf)(answered)}{' '}
        {asking === null && answered?.problem === null && conditionWords(answered, entry).join(' ')}
      </p>
      {asking === null && ask.error && !isRefused && <ErrorNotice error={ask.error} />}
    </div>
  );
}
