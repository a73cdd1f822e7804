// The form that was scanned last: whoever's it is showed the code on their form.
import { create } from 'zustand';
import type { VisitDetail } from '../../../contract/views.ts';

export const useScannedForm = create<{
  scanned: { readonly visitId: string; readonly code: string } | null;
}>(() => ({ scanned: null }));

/** `text` as the scanner gave it, with whatever it puts before the code. */
export function noteScannedForm(visit: VisitDetail, text: string): void {
  const code = visit.formCodes.find((known) => text.toUpperCase().includes(known.toUpperCase()));
  if (code !== undefined) useScannedForm.setState({ scanned: { visitId: visit.id, code } });
}

/** A form shown at one check-in says nothing at the next. */
export function forgetScannedForm(visitId: string): void {
  if (useScannedForm.getState().scanned?.visitId === visitId) useScannedForm.setState({ scanned: null });
}
