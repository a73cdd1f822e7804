// What a reading of results needs that somebody asked for.
import type { LabReportParts } from '../pull/lab-report.ts';
import type { Context } from './handler.ts';
import { isInDoubtWhose } from './results-owner.ts';

export const labReportParts = (context: Context): LabReportParts => ({
  db: context.db,
  call: context.service.call,
  serverNowMs: () => context.sync.serverNowMs(),
  isInDoubt: (serverId) => isInDoubtWhose(context, serverId),
  asksBefore: true,
  // Somebody waits for it, whatever its size.
  largestChars: Infinity,
  onChange: (topics) => context.learned(...topics),
});
