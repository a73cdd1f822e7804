// What was typed on the service's screen and not sent yet. The secret of the webhook is never kept.
import { useDraft } from '../../shared/drafts/use-draft.ts';

const EMPTY = {
  /** The webhook's address as it was typed; null: not touched, so what the service has is shown. */
  url: null as string | null,
  scenario: 'success',
  codes: '',
  /** `''`: the usual time. */
  timing: '',
  reference: 'my-reference',
};

export const useServiceDrafts = () => useDraft('service', EMPTY);
