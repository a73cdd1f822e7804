// Prints the forms of a visit: the laboratory's, or one of ours where that cannot be had.
import { useRef, useState } from 'react';
import type { PrintJobView, RegistrationView } from '../../../contract/views.ts';
import type { AppError } from '../../../domain/app-error.ts';
import { useDesk } from '../../host/desk-context.ts';
import { useCommand } from '../../host/use-command.ts';
import { usePagePrinterName } from '../../shared/documents/office-print.tsx';
import { usePreparing } from '../../shared/documents/use-preparing.ts';

/** What became of the form of one registration. */
export interface PrintedForm {
  readonly registration: RegistrationView;
  readonly local: boolean;
  /** Null where it went to this computer's print dialog, or nowhere. */
  readonly job: PrintJobView | null;
  readonly error: AppError | null;
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

/** The PDF library comes with it. */
async function giveToDialog(base64: string): Promise<void> {
  const { printPdf } = await import('../../shared/documents/print-pdf.ts');
  await printPdf(base64);
}

export function usePrintForm(): FormPrinting {
  const desk = useDesk();
  const hasPrinter = usePagePrinterName('form') !== null;
  const print = useCommand('documents.print');
  const local = useCommand('localForms.print');
  const [forms, setForms] = useState<readonly PrintedForm[]>([]);
  const [isWorking, setWorking] = useState(false);
  const [wasStopped, setStopped] = useState(false);
  const preparing = usePreparing();
  const unwanted = useRef(false);
  const isUnwanted = (): boolean => unwanted.current;

  /** Null: it was stopped before it was printed. */
  async function printTheirs(registration: RegistrationView): Promise<PrintedForm | null> {
    const of = { registrationId: registration.id, kind: 'trf' } as const;
    const nothing = { registration, local: false, job: null, error: null, alreadyAsked: false };
    if (hasPrinter) {
      const answer = await print.run({ ...of, asking: preparing.asking });
      if (answer.ok) return { ...nothing, job: answer.value.job };
      return unwanted.current && answer.error.kind === 'conflict'
        ? null
        : { ...nothing, error: answer.error };
    }
    const answer = await desk.ask('documents.get', of);
    if (unwanted.current) return null;
    const refusal = answer.ok ? answer.value.notPrinted : answer.error;
    if (refusal !== null) return { ...nothing, error: refusal };
    if (answer.ok) await giveToDialog(answer.value.base64);
    return nothing;
  }
  /** As above. */
  async function printOurs(registration: RegistrationView): Promise<PrintedForm | null> {
    const nothing = { registration, local: true, job: null, error: null, alreadyAsked: false };
    const seenJobId = registration.localForm?.jobId ?? null;
    const made = await local.run({ registrationId: registration.id, seenJobId, asking: preparing.asking });
    if (!made.ok) {
      return unwanted.current && made.error.kind === 'conflict' ? null : { ...nothing, error: made.error };
    }
    const { job, alreadyAsked } = made.value;
    if (job !== null) return { ...nothing, job, alreadyAsked };
    const page = await desk.ask('localForms.get', { registrationId: registration.id });
    if (unwanted.current) return null;
    if (!page.ok) return { ...nothing, error: page.error };
    await giveToDialog(page.value.base64);
    return nothing;
  }
  const working = async (run: () => Promise<void>): Promise<void> => {
    if (isWorking) return;
    unwanted.current = false;
    setStopped(false);
    setWorking(true);
    await run().finally(() => setWorking(false));
  };

  return {
    busy: isWorking,
    wasStopped,
    forms,
    stop() {
      unwanted.current = true;
      preparing.stop();
    },
    printAll: (registrations) =>
      working(async () => {
        setForms([]);
        for (const registration of registrations) {
          const form = isUnwanted() ? null : await printTheirs(registration);
          if (form === null) setStopped(true);
          else setForms((before) => [...before, form]);
        }
      }),
    printLocal: (registration) =>
      working(async () => {
        const form = await printOurs(registration);
        if (form === null) setStopped(true);
        else setForms((before) => [...before.filter((one) => one.registration.id !== registration.id), form]);
      }),
  };
}
