// Which registrations a scanned or typed text can mean.
import { all } from '../db/database.ts';
import type { Db } from '../db/database.ts';
import { localIdsOf } from '../outbox/id-map.ts';
import { FINISHED } from '../outbox/state-lists.ts';

export type MatchedBy =
  | 'trf-code'
  | 'label-code'
  | 'printed-label'
  | 'local-form'
  | 'foreign-id'
  | 'laboratory-id'
  | 'short-code'
  | 'id';

/** The kinds of text that name a registration, the one that leaves the least doubt first. */
const SUREST_FIRST: readonly MatchedBy[] = [
  'trf-code',
  'label-code',
  'printed-label',
  'local-form',
  'foreign-id',
  'laboratory-id',
  'short-code',
  'id',
];

export interface FoundRegistration {
  /** Local id. */
  readonly registrationId: string;
  readonly matchedBy: MatchedBy;
  /** The text by which it was found, as it was given. */
  readonly text: string;
}

const BY_SERVICE = `
  WITH code (value) AS (SELECT value FROM json_each(@texts))
  SELECT id, 'trf-code' AS matched_by, code.value AS text FROM code JOIN mirror_registration ON trf_code = code.value COLLATE NOCASE
  UNION ALL SELECT id, 'label-code', code.value FROM code
    JOIN mirror_registration ON label_sample_id = code.value COLLATE NOCASE
  UNION ALL SELECT registration_id, 'label-code', code.value FROM code JOIN label_code ON label_code.code = code.value COLLATE NOCASE
  UNION ALL SELECT id, 'foreign-id', code.value FROM code JOIN mirror_registration ON foreign_id = code.value COLLATE NOCASE
  UNION ALL SELECT id, 'laboratory-id', code.value FROM code JOIN mirror_registration ON lab_id = code.value COLLATE NOCASE
  UNION ALL SELECT id, 'short-code', code.value FROM code JOIN mirror_registration ON short_code = code.value COLLATE NOCASE
  UNION ALL SELECT id, 'id', code.value FROM code JOIN mirror_registration ON id = lower(code.value)`;

const BY_DESK = `
  WITH code (value) AS (SELECT value FROM json_each(@texts))
  SELECT registration_id AS id, 'printed-label' AS matched_by, code.value AS text FROM code
    JOIN label ON label.code = code.value COLLATE NOCASE
  UNION ALL SELECT registration_id, 'printed-label', code.value FROM code JOIN desk_label_code ON desk_label_code.code = code.value
  UNION ALL SELECT registration_id, 'local-form', code.value FROM code JOIN local_form ON local_form.code = code.value
  UNION ALL SELECT subject_id, 'foreign-id', code.value FROM outbox
    JOIN code ON lower(json_extract(payload, '$.foreignId')) = lower(code.value)
    WHERE kind = 'registration.create' AND state NOT IN ${FINISHED}`;

interface Match {
  readonly id: string;
  readonly matched_by: MatchedBy;
  readonly text: string;
}

/** Registrations that one of the texts names, each once, the surest match first. Upper and lower case do not matter. */
export function findRegistrations(db: Db, texts: readonly string[]): FoundRegistration[] {
  if (texts.length === 0) return [];
  const params = { texts: JSON.stringify(texts) };
  const byService = all<Match>(db, BY_SERVICE, params);
  const localIds = localIdsOf(db, 'registration', new Set(byService.map((match) => match.id)));
  const matches = [
    ...byService.map((match) => ({ ...match, id: localIds.get(match.id) ?? match.id })),
    ...all<Match>(db, BY_DESK, params),
  ].sort((a, b) => SUREST_FIRST.indexOf(a.matched_by) - SUREST_FIRST.indexOf(b.matched_by));
  const found = new Map<string, FoundRegistration>();
  for (const match of matches) {
    const { id, matched_by: matchedBy, text } = match;
    if (!found.has(id)) found.set(id, { registrationId: id, matchedBy, text });
  }
  return [...found.values()];
}
