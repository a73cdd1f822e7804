// A dialog that asks for a reason; it is open again, with what was typed, after a reload.
import type { ComponentProps } from 'react';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { reasonProblem } from '../words/reason-words.ts';
import { TooLongToKeep } from './too-long-to-keep.tsx';
import { useDraft, type Draft } from './use-draft.ts';
import { useOpenForms } from './use-open-forms.ts';

interface ReasonEntry {
  /** What the reason is asked for; `''` while the dialog is closed. */
  readonly asking: string;
  readonly reason: string;
}
const EMPTY: ReasonEntry = { asking: '', reason: '' };

/** `form` names what the reason is for, with the id of the record. */
export const useReason = (form: string): Draft<ReasonEntry> => useDraft(`reason:${form}`, EMPTY);

/**
 * The ids of the records for which a reason is being asked for in this window; `about` is what the form's name begins with.
 * @example useAskedReasons('change') // ids of changes, for forms `change:ID`
 */
export const useAskedReasons = (about: string): readonly string[] =>
  useOpenForms(`reason:${about}:`, EMPTY, ({ asking }) => asking !== '');

/** @example {draft.entry.asking !== '' && <KeptReasonDialog draft={draft} title="Cancel it?" … onConfirm={cancel} />} */
export function KeptReasonDialog(
  props: { draft: Draft<ReasonEntry> } & Omit<
    ComponentProps<typeof ReasonDialog>,
    'reason' | 'onReason' | 'problem' | 'onClose'
  >,
) {
  const { draft, ...rest } = props;
  return (
    <ReasonDialog
      {...rest}
      reason={draft.entry.reason}
      onReason={(reason) => draft.change({ reason })}
      problem={reasonProblem(draft.entry.reason)}
      onClose={draft.forget}
    >
      <TooLongToKeep form={draft.form} />
      {props.children}
    </ReasonDialog>
  );
}
