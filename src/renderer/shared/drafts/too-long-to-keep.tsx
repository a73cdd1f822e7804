// Says at a form that what is typed is longer than can be kept: a reload would lose it, and nobody would know.
import { TriangleAlert } from 'lucide-react';
import { isTooLongToKeep, useDrafts } from './drafts.ts';
import css from './too-long-to-keep.module.css';

/** Nothing while what stands in the form is kept. @example <TooLongToKeep form={draft.form} /> */
export function TooLongToKeep({ form }: { form: string }) {
  const isTooLong = useDrafts(({ entries }) => isTooLongToKeep(entries.get(form)));
  if (!isTooLong) return null;
  return (
    <p className={css.notice} role="alert">
      <TriangleAlert aria-hidden="true" size={20} />
      <span>
        <strong>This is too long to be kept.</strong> It stands here, but reading the window anew would lose
        what was typed last. Shorten it.
      </span>
    </p>
  );
}
