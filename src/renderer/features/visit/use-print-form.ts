// Prints the forms of a visit: the laboratory's, or one of ours where that cannot be had.
import { useEffect, useRef, useState } from 'react';
import type { PrintJobView, RegistrationView } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { whoeverIsHere } from '../../host/actor.ts';
import { DOUBLE_CLICK_MS } from '../../host/command-attempts.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useCommand } from '../../host/use-command.ts';
import { usePagePrinterName } from '../../shared/documents/office-print.tsx';
import { usePreparing } from '../../shared/documents/use-preparing.ts';
import { notify } from '../../ui/toast-store.ts';
import { giveFormToDialog, type FormInDialog } from './form-in-dialog.ts';

/** What became of the form of one registration. */
export interface PrintedForm {
  readonly registration: RegistrationView;
  readonly local: boolean;
  /** Null where it went to this computer's print dialog, or nowhere. */
  readonly job: PrintJobView | null;
  readonly error: AppError | null;
  /** Its pages could not be made ready for this computer's print dialog. */
  readonly isUnprintable: boolean;
  /** Nothing was added to `job`: another window had asked for it, or it waits for its printer. */
  readonly alreadyAsked: boolean;
}

export interface FormPrinting {
  readonly busy: boolean;
  /** Somebody stopped it: those that are not among `forms` go to no printer. */
  readonly wasStopped: boolean;
  readonly forms: readonly PrintedForm[];
  /** Prints the laboratory's form of each registration. */
  printAll(registrations: readonly RegistrationView[]): Promise<void>;
  printLocal(registration: RegistrationView): Promise<void>;
  /** Ends what is being printed. */
  stop(): void;
}

const WENT_ON = 'A form was not printed: its visit was left before the form was ready. Print it there again.';

const nothingOf = (registration: RegistrationView, { local }: { readonly local: boolean }): PrintedForm => ({
  registration,
  local,
  job: null,
  error: null,
  isUnprintable: false,
  alreadyAsked: false,
});

/** Null: it was given up, or whoever asked for it is gone. */
const isPrinted = (form: PrintedForm | null): boolean =>
  form !== null && form.error === null && !form.isUnprintable;

export function usePrintForm(): FormPrinting {
  const desk = useDesk();
  const hasPrinter = usePagePrinterName('form') !== null;
  const print = useCommand('documents.print');
  const local = useCommand('localForms.print', { seen: 'seenJobId' });
  const [forms, setForms] = useState<readonly PrintedForm[]>([]);
  const [isWorking, setWorking] = useState(false);
  const [wasStopped, setStopped] = useState(false);
  const preparing = usePreparing();
  const unwanted = useRef(false);
  const isUnwanted = (): boolean => unwanted.current;
  /** What the last press has printed to its end, and when that was. */
  const done = useRef({ registrationIds: '', atMs: -Infinity });
  /** Ends what the last press meant for this computer's print dialog. What goes to a printer of its own goes on when the visit is left. */
  const forDialog = useRef(new AbortController());
  useEffect(() => () => forDialog.current.abort(), []);

  /** Null: it was stopped, or its visit left, before the dialog opened. */
  function afterDialog(nothing: PrintedForm, end: FormInDialog): PrintedForm | null {
    if (end.kind === 'unwanted') return null;
    if (end.kind === 'refused') return { ...nothing, error: end.error };
    return { ...nothing, isUnprintable: end.kind === 'failed' };
  }

  /** Null: it was stopped, or its visit left, before it was printed. */
  async function printTheirs(
    registration: RegistrationView,
    signal: AbortSignal,
  ): Promise<PrintedForm | null> {
    const of = { registrationId: registration.id, kind: 'trf' } as const;
    const nothing = nothingOf(registration, { local: false });
    if (hasPrinter) {
      const answer = await print.run({ ...of, asking: preparing.asking });
      if (answer.ok) return { ...nothing, job: answer.value.job };
      return unwanted.current && answer.error.kind === 'conflict'
        ? null
        : { ...nothing, error: answer.error };
    }
    if (signal.aborted) return null;
    const page = desk.ask('documents.get', of).then((answer) => {
      if (!answer.ok) return { error: answer.error };
      const { base64, notPrinted } = answer.value;
      return notPrinted === null ? { base64 } : { error: notPrinted };
    });
    return afterDialog(nothing, await giveFormToDialog(page, signal));
  }
  /** As above. */
  async function printOurs(registration: RegistrationView, signal: AbortSignal): Promise<PrintedForm | null> {
    const nothing = nothingOf(registration, { local: true });
    const seenJobId = registration.localForm?.jobId ?? null;
    const made = await local.run({ registrationId: registration.id, seenJobId, asking: preparing.asking });
    if (!made.ok) {
      return unwanted.current && made.error.kind === 'conflict' ? null : { ...nothing, error: made.error };
    }
    const { job, alreadyAsked } = made.value;
    if (job !== null) return { ...nothing, job, alreadyAsked };
    if (signal.aborted) return null;
    const page = desk
      .ask('localForms.get', { registrationId: registration.id })
      .then((answer) => (answer.ok ? { base64: answer.value.base64 } : { error: answer.error }));
    return afterDialog(nothing, await giveFormToDialog(page, signal));
  }
  const working = async (run: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    if (isWorking) return;
    unwanted.current = false;
    forDialog.current = new AbortController();
    setStopped(false);
    setWorking(true);
    await run(forDialog.current.signal).finally(() => setWorking(false));
  };

  /** Where the visit was left, nobody sees beside its buttons what became of the form. */
  const tellWhoLeft = (form: PrintedForm | null, signal: AbortSignal): void => {
    if (signal.aborted && !isUnwanted() && !isPrinted(form)) notify(WENT_ON);
  };

  return {
    busy: isWorking,
    wasStopped,
    forms,
    stop() {
      unwanted.current = true;
      forDialog.current.abort();
      preparing.stop();
    },
    printAll(registrations) {
      // Each command joins the press of before by itself, but only with the last form: the others would be printed once more.
      const registrationIds = registrations.map(({ id }) => id).join();
      const isSoon = performance.now() - done.current.atMs < DOUBLE_CLICK_MS;
      if (isSoon && registrationIds === done.current.registrationIds) return Promise.resolve();
      return working(async (signal) => {
        setForms([]);
        let isWhole = true;
        // Each is asked for in the name of whoever is here then.
        const isStillTheirs = whoeverIsHere();
        for (const registration of registrations) {
          const form = isUnwanted() || !isStillTheirs() ? null : await printTheirs(registration, signal);
          tellWhoLeft(form, signal);
          if (form === null) setStopped(true);
          else setForms((before) => [...before, form]);
          isWhole &&= isPrinted(form);
        }
        done.current = { registrationIds, atMs: isWhole ? performance.now() : -Infinity };
      });
    },
    printLocal: (registration) =>
      working(async (signal) => {
        const form = await printOurs(registration, signal);
        tellWhoLeft(form, signal);
        if (form === null) setStopped(true);
        else setForms((before) => [...before.filter((one) => one.registration.id !== registration.id), form]);
      }),
  };
}
