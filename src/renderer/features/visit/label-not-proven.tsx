// A scan that proves no label and is no wrong label either: what it was, and what to do.
import { FileText, Keyboard, Printer, Ticket, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ScanOutcome } from '../../../contract/scan.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { identityWords } from '../../shared/visit/whose-label.ts';
import { reasonProblem } from '../../shared/words/reason-words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import css from './visit.module.css';

export type NotProven = Extract<ScanOutcome, { kind: 'label-not-proven' }>;

interface Words {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly advice: string;
}

const isSame = (one: string | null, other: string): boolean => one?.toUpperCase() === other.toUpperCase();

const isFormCode = ({ visit, code }: NotProven): boolean =>
  visit.trfCodes.some((trfCode) => isSame(trfCode, code));

/** What was scanned is perhaps no label at all. */
const orTheForm = (outcome: NotProven): string =>
  isFormCode(outcome) ? ', or the form, which has the same code' : '';

/** A label with the code is proven: what was scanned is perhaps that one, and must not be destroyed. */
const isCodeProven = ({ visit, code }: NotProven): boolean =>
  visit.labelList.some((label) => label.state === 'verified' && isSame(label.code, code));

const provenAlready = ({ code }: NotProven): string => `A label with the code ${code} is proven already`;

function wordsOf(outcome: NotProven): Words {
  const owner = outcome.belongsTo?.person ?? null;
  switch (outcome.why) {
    case 'own-form':
      return {
        icon: FileText,
        title: 'This is the form',
        advice: 'It is this person’s own form. Scan the label on the tube.',
      };
    case 'other-form':
      return {
        icon: FileText,
        title: owner ? `This is the form of ${identityWords(owner)}` : 'This is the form of another visit',
        advice: 'It is not this person’s form. Put it away, and scan the label on the tube.',
      };
    case 'own-ticket':
      return {
        icon: Ticket,
        title: 'This is the visit ticket',
        advice: 'It is this person’s own number in the queue. Scan the label on the tube.',
      };
    case 'other-ticket':
      return {
        icon: Ticket,
        title: owner
          ? `This is the ticket of ${identityWords(owner)}`
          : 'This is the ticket of another visit',
        advice: 'It is not this person’s number. Make sure who is here, and scan the label on the tube.',
      };
    case 'not-printed':
      return {
        icon: Printer,
        title: 'This label has not been printed',
        advice:
          'No printer has taken it, so there is nothing that this scan can prove. Print it, then scan it.',
      };
    case 'printing-unsure':
      return isCodeProven(outcome)
        ? {
            icon: TriangleAlert,
            title: provenAlready(outcome),
            advice:
              'Of another label with the same code it is not known whether it came out. Look at the printer and say in the print queue whether it is there. If that is the one you scanned, scan it again then.',
          }
        : {
            icon: TriangleAlert,
            title: 'It is not known whether this label came out',
            advice:
              'Look at the printer and say in the print queue whether the label is there, then scan it again.',
          };
    case 'cancelled':
      return isCodeProven(outcome)
        ? {
            icon: TriangleAlert,
            title: provenAlready(outcome),
            advice:
              'The printing of another label with the same code was cancelled, and it proves nothing, although it may have come out. Choose “Reprint” beside it on the visit. If that is the one you scanned, stick the new label in its place, and destroy this one.',
          }
        : {
            icon: TriangleAlert,
            title: 'The printing of this label was cancelled',
            advice:
              'So it proves nothing, although it came out. Choose “Reprint” beside it on the visit, stick the new label in its place, and destroy this one.',
          };
    case 'reprint-waits':
      return {
        icon: Printer,
        title: 'The new print of this label has not come out yet',
        advice: `What you scanned is an earlier one${orTheForm(outcome)}. The print queue says what the new one waits for. Stick the new label on the tube, destroy the earlier one, and scan the new one.`,
      };
    case 'being-printed':
      return {
        icon: Printer,
        title: 'This label is just being printed',
        advice:
          'The printer has not said yet that it has taken it. Scan the label on the tube again in a moment.',
      };
    case 'reprint-being-printed':
      return {
        icon: Printer,
        title: 'A new print of this label is just being printed',
        advice: `Unless the new one is in your hand already, what you scanned is the earlier one${orTheForm(outcome)}. Stick the new label on the tube, destroy the earlier one, and scan the new one in a moment.`,
      };
    case 'said-destroyed':
      return {
        icon: TriangleAlert,
        title: 'This label is still there',
        advice:
          'Somebody has said that it is destroyed, or that it never came out. Destroy it now: nobody can tell it from a new one by its code. Scan the new one once it is printed.',
      };
    case 'destroy-first':
      return {
        icon: TriangleAlert,
        title: 'An older label must be destroyed first',
        advice:
          'Nobody can tell it from the new one by its code. Destroy it and say so on the visit, then scan again.',
      };
    case 'not-taken':
      return {
        icon: TriangleAlert,
        title: 'No sample was taken for this label',
        advice:
          'If there is a tube after all, choose “Take it after all” beside the label, and print a new label.',
      };
    case 'not-ready':
      return {
        icon: TriangleAlert,
        title: 'No label of this visit can be scanned back now',
        advice: 'The reason stands at the top of the visit.',
      };
    case 'typed':
      return {
        icon: Keyboard,
        title: `${outcome.code} was typed, not scanned`,
        advice:
          'A typed code does not prove which tube the label is on. Scan the label; only where that cannot be done, say why.',
      };
    case 'which-tube':
      return {
        icon: TriangleAlert,
        title: provenAlready(outcome),
        advice:
          'Another label has the same code, and the printer has not confirmed that it came out. Is the one that you scanned on another tube?',
      };
    default:
      return outcome.why satisfies never;
  }
}

/** Labels beside the one that was scanned with its code, of which no printer has confirmed that they came out. */
const furtherLabels = ({ visit, code }: NotProven): number =>
  visit.labelList.filter((label) => label.state === 'unacknowledged' && isSame(label.code, code)).length - 1;

export function LabelNotProven(props: {
  outcome: NotProven;
  onTyped: (reason: string) => void;
  /** Somebody says that the label is on another tube than the one with its code that is proven; perhaps also that all others came out. */
  onAnotherTube: (haveAllComeOut: boolean) => void;
}) {
  const { outcome } = props;
  const mayNotPrint = useMayNot('labels.print');
  const further = outcome.why === 'which-tube' ? furtherLabels(outcome) : 0;
  const { icon: Icon, title, advice } = wordsOf(outcome);
  const [reason, setReason] = useState('');
  const problem = reasonProblem(reason);
  return (
    <div role="alert" className={css.form}>
      <h2 className={css.scanTitle}>
        <Icon aria-hidden="true" size={22} /> {title}
      </h2>
      <p>{advice}</p>
      {outcome.why === 'which-tube' && (
        <>
          <div className={css.actions}>
            <Button onClick={() => props.onAnotherTube(false)}>Yes, it is on another tube</Button>
            {further > 0 && (
              <Button blocked={mayNotPrint} onClick={() => props.onAnotherTube(true)}>
                {further === 1
                  ? 'Yes, and the last label is here too'
                  : `Yes, and the other ${further} labels are here too`}
              </Button>
            )}
          </div>
          <p>If it is the same tube, close this. If there is no other label, print it again.</p>
        </>
      )}
      {outcome.why === 'typed' && (
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (problem === null) props.onTyped(reason.trim());
          }}
        >
          <TextField
            label="Why the label cannot be scanned"
            autoFocus
            hint="Recorded with the visit"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <div>
            <Button type="submit" blocked={problem}>
              Take the typed code
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
