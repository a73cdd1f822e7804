// Looks for printers, and takes the one that a person chooses over into the form.
import { Cable, Laptop, Network, Radar, Tag } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Output } from '../../../contract/index.ts';
import { useCommand } from '../../host/use-command.ts';
import type { Draft } from '../../shared/drafts/use-draft.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { asSentence } from '../../shared/words/printer-words.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ASK_BUTTON } from './ask-printer.tsx';
import { deskOfEntry, languageOfFound, type PrinterEntry } from './printer-entry.ts';
import css from './printers.module.css';

type Search = Output<'printers.find'>;
type Found = Search['found'][number];

const FIND_BUTTON = 'find-printers';
const ICON = { 'aria-hidden': true, size: 18 } as const;
const PLACES: Readonly<Record<Found['place'], { readonly words: string; readonly icon: ReactNode }>> = {
  network: { words: 'on the network', icon: <Network {...ICON} /> },
  computer: { words: 'set up on this computer', icon: <Laptop {...ICON} /> },
  cable: { words: 'at a cable of this computer', icon: <Cable {...ICON} /> },
  training: { words: 'in training', icon: <Tag {...ICON} /> },
};
const AT_DESK: Readonly<Record<Found['place'], (desk: string) => string>> = {
  network: (desk) => `on the network of ${desk}`,
  computer: (desk) => `set up at ${desk}`,
  cable: (desk) => `at a cable of ${desk}`,
  training: () => 'in training',
};
const PRINTS = {
  pages: 'Forms and results',
  raw: 'Labels or tickets',
  pictures: 'Labels, as pictures',
} as const;

function countWords({ found, leftOut, searched }: Search): string {
  const problems = searched.flatMap(({ problem }) => (problem === null ? [] : [asSentence(problem)]));
  const count =
    found.length === 0
      ? 'No printer was found. Enter its address below: it is on its display, or on the page that it prints about itself.'
      : found.length === 1
        ? 'One printer was found.'
        : `${found.length} printers were found.`;
  const more = leftOut === 0 ? [] : [`${leftOut} more cannot be used as they are announced.`];
  return [count, ...more, ...problems].join(' ');
}

/** `deskName`: the further desk that looks; null: the site desk. */
export function FindPrinters({ draft, deskName }: { draft: Draft<PrinterEntry>; deskName: string | null }) {
  const { entry, change } = draft;
  const find = useCommand('printers.find', { repeatable: true });
  const mayNotFind = useMayNot('printers.find');
  const stopAsking = useCommand('printers.stopAsking', { repeatable: true });
  /** The search that counts; the answer of one that was stopped is of no interest. */
  const asking = useRef<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [search, setSearch] = useState<Search | null>(null);
  const [taken, setTaken] = useState<string | null>(null);

  // What was taken over is asked next, so the key that chose it can ask it too.
  useEffect(() => {
    if (taken !== null) document.getElementById(ASK_BUTTON)?.focus();
  }, [taken]);

  async function run(): Promise<void> {
    setSearch(null);
    setTaken(null);
    const name = crypto.randomUUID();
    asking.current = name;
    setLooking(true);
    const answer = await find.run({ asking: name, at: deskOfEntry(entry) });
    if (asking.current !== name) return;
    asking.current = null;
    setLooking(false);
    if (answer.ok) setSearch(answer.value);
  }
  function stop(): void {
    if (asking.current !== null) void stopAsking.run({ asking: asking.current });
    asking.current = null;
    setLooking(false);
    document.getElementById(FIND_BUTTON)?.focus();
  }
  function take({ name, prints, address }: Found): void {
    const wasFound = entry.name === '' || search?.found.some((other) => other.name === entry.name) === true;
    const mayBeLabel = entry.kind === 'office' ? 'label' : entry.kind;
    change({
      kind: prints === 'pages' ? 'office' : prints === 'pictures' ? 'label' : mayBeLabel,
      address,
      language: languageOfFound(prints, entry.language),
      ...(wasFound ? { name } : {}),
    });
    setTaken(address);
  }

  return (
    <section className={css.proof} aria-label="Find printers">
      <div className={css.row}>
        <Button
          id={FIND_BUTTON}
          icon={<Radar />}
          busy={isLooking}
          blocked={mayNotFind}
          onClick={() => void run()}
        >
          Find printers
        </Button>
        {isLooking && <Button onClick={stop}>Stop looking</Button>}
      </div>
      <p role="status" className={css.quiet}>
        {!isLooking && search && countWords(search)}
      </p>
      {isLooking && (
        <>
          <p className={css.quiet}>
            {deskName === null ? 'The network and this computer are' : `${deskName} and its network are`}{' '}
            searched: a few seconds. Nothing is printed.
          </p>
          <SkeletonRows count={2} label="Printers are being looked for" />
        </>
      )}
      {find.error && <ErrorNotice error={find.error} />}
      {!isLooking && search && search.found.length > 0 && (
        <ul className={css.found}>
          {search.found.map((printer) => (
            <li key={printer.address} className={css.one}>
              <div className={css.what}>
                <strong>{printer.name}</strong>
                <span className={css.quiet}>
                  {[PRINTS[printer.prints], printer.model, printer.address].filter(Boolean).join(' · ')}
                </span>
                <span className={css.state}>
                  {PLACES[printer.place].icon}
                  {printer.setUpAs === null
                    ? `Found ${deskName === null ? PLACES[printer.place].words : AT_DESK[printer.place](deskName)}`
                    : `Set up already as ${printer.setUpAs}`}
                </span>
              </div>
              {printer.setUpAs === null && (
                <Button
                  aria-label={`Use ${printer.name}`}
                  aria-pressed={printer.address === taken}
                  onClick={() => take(printer)}
                >
                  {printer.address === taken ? 'In the form' : 'Use'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
