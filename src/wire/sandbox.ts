// What only a sandbox offers: scenarios that a `foreign_id` can choose, and forced statuses.
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
/** The name of a scenario: how a registration of the sandbox ends. */
export type SandboxScenario = (typeof SANDBOX_SCENARIOS)[number];

/**
 * How soon results come. Without a timing: after about 30 seconds; `instant`: at once; `slow`: after about two minutes.
 */
export const SANDBOX_TIMINGS = ['instant', 'slow'] as const;

/** A `foreign_id` that begins with this chooses a scenario, as in `test:partial+instant:my-reference`. Sandbox only. */
export const SANDBOX_REFERENCE_PREFIX = 'test:';

/** A query parameter that forces the status of the answer, as in `?force_status=503`. The request does nothing then. */
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
