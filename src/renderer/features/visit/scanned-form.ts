// The form that was scanned last. It confirms the identifier “code on the form” for the person whose form it is, for whoever was shown
// the form.
import { create } from 'zustand';
import type { VisitDetail } from '../../../contract/views.ts';
import { goesWithPerson } from '../../host/next-person.ts';

export const useScannedForm = goesWithPerson(
  create<{
    scanned: { readonly visitId: string; readonly code: string } | null;
  }>(() => ({ scanned: null })),
);

/** `text`: as the scanner sent it, with its prefix. */
export function noteScannedForm(visit: VisitDetail, text: string): void {
  const code = visit.formCodes.find((known) => text.toUpperCase().includes(known.toUpperCase()));
  if (code !== undefined) useScannedForm.setState({ scanned: { visitId: visit.id, code } });
}

/** Called when a check-in ends: a form that was shown then must not count at the next check-in. */
export function forgetScannedForm(visitId: string): void {
  if (useScannedForm.getState().scanned?.visitId === visitId) useScannedForm.setState({ scanned: null });
}
