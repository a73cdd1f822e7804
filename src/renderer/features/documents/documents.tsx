// A document of a registration on a screen of its own: its form, its label or the report of its results.
import { FileQuestion } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { Output } from '../../../contract/index.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '../../../domain/document-kind.ts';
import { formatName } from '../../../domain/person-name.ts';
import { useSession } from '../../host/use-session.ts';
import { PartToCome } from '../../shared/connection/to-come.tsx';
import { DOCUMENT_TITLES } from '../../shared/documents/document-words.ts';
import { hrefOf, links } from '../../shared/links.ts';
import { birthWords } from '../../shared/people/person-line.tsx';
import { Segments } from '../../ui/checks.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { onDemand } from '../../ui/on-demand.ts';
import css from './documents.module.css';

type Answer = Output<'documents.get'>;

const { component: DocumentViewer } = onDemand(
  async () => (await import('../../shared/documents/document-viewer.tsx')).DocumentViewer,
  PartToCome,
);

const CHOICES = DOCUMENT_KINDS.map((kind) => ({ value: kind, words: DOCUMENT_TITLES[kind] }));

const isKind = (text: string): text is DocumentKind => DOCUMENT_KINDS.some((kind) => kind === text);

export function Documents() {
  const { kind = '', registrationId = '' } = useParams<{ kind?: string; registrationId?: string }>();
  if (!isKind(kind)) {
    return (
      <EmptyState icon={<FileQuestion size={26} />} title="There is no such document" heading>
        A registration has a form, a label and a document of results.
      </EmptyState>
    );
  }
  return <OneDocument key={registrationId} kind={kind} registrationId={registrationId} />;
}

function OneDocument({ kind, registrationId }: { kind: DocumentKind; registrationId: string }) {
  const [, navigate] = useLocation();
  const session = useSession();
  const [shown, setShown] = useState<{ kind: DocumentKind; answer: Answer } | null>(null);
  const onAnswer = useCallback((answer: Answer | null) => setShown(answer && { kind, answer }), [kind]);
  const answer = shown?.kind === kind ? shown.answer : null;
  return (
    <div className={css.screen}>
      <Screen
        title={DOCUMENT_TITLES[kind]}
        aside={
          <Segments
            legend="Document"
            name="document"
            value={kind}
            choices={CHOICES}
            onChange={(chosen) => navigate(links.document(chosen, registrationId), { replace: true })}
          />
        }
        below={
          <div className={css.whose}>
            {answer?.person && (
              <>
                <strong>{formatName(answer.person)}</strong>
                <span className="unbroken">
                  {birthWords(answer.person.dateOfBirth, session?.today ?? '')}
                </span>
              </>
            )}
            {answer?.trfCode != null && <code>{answer.trfCode}</code>}
            {answer && !answer.person && <span>No patient, or not certain who it is</span>}
            <a href={hrefOf(links.registration(registrationId))}>Open the registration</a>
          </div>
        }
      >
        {session && (
          <DocumentViewer
            key={kind}
            kind={kind}
            registrationId={registrationId}
            timeZone={session.timeZone}
            onAnswer={onAnswer}
          />
        )}
      </Screen>
    </div>
  );
}
