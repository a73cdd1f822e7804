// A document of which the desk could not read whose it is: seen only by whoever wants that knowingly, and never kept, saved or printed.
import { useState } from 'react';
import type { AppError } from '../../../domain/app-error.ts';
import type { ServicePageKind } from '../../../domain/printed-pages.ts';
import { useCommand } from '../../host/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../words/error-notice.tsx';
import { DOCUMENT_NOUNS } from './document-words.ts';
import css from './not-read.module.css';

/** Why it is neither saved nor printed. */
export const notReadWords = (noun: string): string =>
  `It is not known whose ${noun} this is, so it is neither saved nor printed.`;

/** Opens it after a question: what is seen then may be another person's, so it is opened once the activity has who wanted that. */
export function SeeNotRead(props: { kind: ServicePageKind; registrationId: string; onSee: () => void }) {
  const { kind, registrationId, onSee } = props;
  const noun = DOCUMENT_NOUNS[kind];
  const [isAsking, setAsking] = useState(false);
  const enter = useCommand('documents.seeNotRead', { repeatable: true });
  const see = (): void => {
    void enter.run({ registrationId, kind }).then(({ ok }) => {
      if (ok) onSee();
    });
  };
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        See it all the same
      </Button>
      {isAsking && (
        <NotReadQuestion
          noun={noun}
          busy={enter.busy}
          error={enter.error}
          onSee={see}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

export function NotReadQuestion(props: {
  noun: string;
  busy: boolean;
  error: AppError | null;
  onSee: () => void;
  onClose: () => void;
}) {
  const { noun, busy, error, onSee, onClose } = props;
  return (
    <Dialog title={`See a ${noun} that may be somebody else’s?`} onClose={onClose}>
      <div className={css.question}>
        <p>This desk could not read whose {noun} it is, so nothing has checked it for you.</p>
        <ul className={css.consequences}>
          <li>Compare the name, the date of birth and the code on it with the person yourself.</li>
          <li>If anything differs, close it and tell the laboratory.</li>
          <li>It can only be looked at: it is not kept, saved or printed.</li>
          <li>The activity keeps that you looked.</li>
        </ul>
        {error && <ErrorNotice error={error} />}
        <div className={css.actions}>
          <Button look="main" busy={busy} onClick={onSee}>
            See it and compare
          </Button>
          <Button onClick={onClose}>Leave it closed</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Stands above it for as long as it is seen. */
export function NotReadWarning({ noun }: { noun: string }) {
  return (
    <p className={css.warning} role="alert">
      <strong>It is not known whose {noun} this is.</strong> Compare the name, the date of birth and the code
      on it with the person before you use anything from it. It is not kept, saved or printed.
    </p>
  );
}
