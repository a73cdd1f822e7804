// Which printers this desk prints on, and the way to set them up.
import { Printer } from 'lucide-react';
import { useSession } from '../../host/use-session.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import css from './settings.module.css';

const DOCUMENTS = [
  { document: 'label', words: 'Sample labels', none: 'no printer yet' },
  { document: 'ticket', words: 'Visit tickets', none: 'none' },
  { document: 'form', words: 'Forms', none: 'the window’s own printing' },
  { document: 'report', words: 'Results', none: 'the window’s own printing' },
  { document: 'pages', words: 'Lists', none: 'the window’s own printing' },
] as const;

export function PrintersPanel() {
  const session = useSession();
  return (
    <Panel title="Printers" aside={<Printer aria-hidden="true" size={20} />}>
      {session === null ? (
        <SkeletonRows count={3} label="The printers are being read" />
      ) : (
        <dl className={css.facts}>
          {DOCUMENTS.map(({ document, words, none }) => (
            <div key={document}>
              <dt>{words}</dt>
              <dd>{session.printers.find(({ prints }) => prints.includes(document))?.name ?? none}</dd>
            </div>
          ))}
        </dl>
      )}
      <div>
        <a href={hrefOf(links.printers)}>Set up the printers</a>
      </div>
    </Panel>
  );
}
