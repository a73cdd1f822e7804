// The webhook endpoints, and the event that the service posts to the configured address.
import { z } from 'zod';
import { json, nothing, endpoint } from './endpoint.ts';

export const webhookConfiguration = z.object({
  webhook_url: z.string().nullable().describe('Where events go; null when they go nowhere.'),
  webhook_secret_set: z.boolean().describe('Whether a secret is set. The secret itself is never given out.'),
  secret_header: z.string().describe('Name of the header that carries the secret.'),
  events: z.array(z.unknown()).describe('Events that can be sent.'),
});
export type WebhookConfiguration = z.output<typeof webhookConfiguration>;

export const updateWebhookBody = z.object({
  url: z.url('must be a web address').nullable().optional().describe('Null turns events off.'),
  secret: z.string().nullable().optional().describe('Null takes the secret away.'),
});
export type UpdateWebhookBody = z.output<typeof updateWebhookBody>;

/** The header that carries the secret, when one is set. */
export const WEBHOOK_SECRET_HEADER = 'X-Webhook-Secret';

/** What the service posts to the configured address. The fields of `data` are not documented. */
export const webhookEvent = z.object({ event: z.string(), data: z.looseObject({}) });

const tags = ['Webhook'] as const;

export const webhookEndpoints = {
  'webhook.update': endpoint({
    name: 'webhook.update',
    method: 'PUT',
    path: '/api/webhook',
    summary: 'Changes where events go and with which secret; what is not sent stays as it is.',
    tags,
    params: nothing,
    query: nothing,
    body: updateWebhookBody,
    success: [json(200, webhookConfiguration)],
    refusals: { 422: 'Not an address that events can be sent to.' },
  }),
  'webhook.get': endpoint({
    name: 'webhook.get',
    method: 'GET',
    path: '/api/webhook',
    summary: 'Reads where events go.',
    tags,
    params: nothing,
    query: nothing,
    body: null,
    success: [json(200, webhookConfiguration)],
  }),
} as const;
