// What was typed on the service's screen and not sent yet. It outlives a reload of this window, and nothing else; the secret
// is never kept.
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';

interface ServiceDrafts {
  /** The webhook's address as it was typed; null: not touched, so what the service has is shown. */
  readonly url: string | null;
  readonly scenario: string;
  readonly codes: string;
  /** `''`: the usual time. */
  readonly timing: string;
  readonly reference: string;
  put: (change: Partial<Omit<ServiceDrafts, 'put'>>) => void;
}

export const useServiceDrafts = create<ServiceDrafts>()(
  persist(
    (set) => ({
      url: null,
      scenario: 'success',
      codes: '',
      timing: '',
      reference: 'my-reference',
      put: (change) => set(change),
    }),
    { name: 'drawdesk.service-drafts', storage: createJSONStorage(() => window.sessionStorage) },
  ),
);
