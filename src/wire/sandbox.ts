// What only a sandbox offers: its catalogue of scenarios, magic references and forced statuses.
import { z } from 'zod';
import { json, nothing, endpoint } from './endpoint.ts';

export const SANDBOX_SCENARIOS = [
  'success',
  'abnormal_high',
  'abnormal_low',
  'all_failed',
  'partial',
  'one_failed',
  'pending_forever',
  'awaiting_auth',
  'processing_error',
] as const;
export type SandboxScenario = (typeof SANDBOX_SCENARIOS)[number];

/** Without a modifier results take about 30 seconds; `instant` none, `slow` about two minutes. */
export const SANDBOX_TIMINGS = ['instant', 'slow'] as const;

/** A reference that begins so chooses its own scenario, in a sandbox only. */
export const SANDBOX_REFERENCE_PREFIX = 'test:';

/** Query parameter that makes a sandbox answer with the status it names, whatever was asked. */
export const FORCE_STATUS_PARAMETER = 'force_status';

export const sandboxEndpoints = {
  'sandbox.scenarios': endpoint({
    name: 'sandbox.scenarios',
    method: 'GET',
    path: '/api/sandbox/scenarios',
    summary: 'Gives the catalogue of scenarios and timings. Its shape is not published.',
    tags: ['Sandbox'],
    params: nothing,
    query: nothing,
    body: null,
    success: [json(200, z.unknown())],
  }),
} as const;
