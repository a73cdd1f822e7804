// The webhook settings: address and secret. The secret is sent with each event and never shown in an answer.
import {
  WEBHOOK_SECRET_HEADER,
  type UpdateWebhookBody,
  type WebhookConfiguration,
} from '../../wire/webhook.ts';
import { invalid } from '../refusal.ts';
import { EVENT_NAMES } from '../rules/lifecycle.ts';
import type { Store } from '../store/store.ts';

const URL_KEY = 'webhook-url';
const SECRET_KEY = 'webhook-secret';

export const webhookTarget = (store: Store): { url: string | null; secret: string | null } => ({
  url: store.setting(URL_KEY),
  secret: store.setting(SECRET_KEY),
});

export function webhookConfiguration(store: Store): WebhookConfiguration {
  const { url, secret } = webhookTarget(store);
  return {
    webhook_url: url,
    webhook_secret_set: secret !== null,
    secret_header: WEBHOOK_SECRET_HEADER,
    events: [...EVENT_NAMES],
  };
}

/** The secret is sent in a header, which carries printable ASCII only. */
const SECRET = /^[\x21-\x7e]{1,512}$/;

/** Changes the fields that were sent; null clears a field. Others stay as they are. */
export function changeWebhook(store: Store, body: UpdateWebhookBody): WebhookConfiguration {
  if (body.url !== undefined && body.url !== null && !/^https?:\/\//i.test(body.url)) {
    throw invalid({ url: 'must begin with http:// or https://' });
  }
  if (body.secret !== undefined && body.secret !== null && !SECRET.test(body.secret)) {
    throw invalid({ secret: 'must be 1 to 512 printable ASCII characters without blanks' });
  }
  return store.together(() => {
    if (body.url !== undefined) store.setSetting(URL_KEY, body.url);
    if (body.secret !== undefined) store.setSetting(SECRET_KEY, body.secret);
    return webhookConfiguration(store);
  });
}
