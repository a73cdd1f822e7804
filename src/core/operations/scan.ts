// What a scan or a typed code leads to. The local store alone is asked, so that the answer is on the screen at once.
import type { ScanOutcome, scanOperations } from '../../contract/scan.ts';
import type { BadgeHolder } from '../../contract/staff.ts';
import { isNhsNumber } from '../../domain/nhs-number.ts';
import { readOnce } from '../scanning/repeated-read.ts';
import { recogniseScan } from '../scanning/scan-text.ts';
import { isCodeOfLabelMade } from '../store/desk/labels.ts';
import { findVisit } from '../store/desk/visits.ts';
import { visitIdOfTicket } from '../store/desk/visit-tickets.ts';
import { registrationsLedTo } from '../store/mirror/barcode-answers.ts';
import { codeBeginningWith } from '../store/mirror/code-beginnings.ts';
import { readPatient } from '../store/mirror/patient-records.ts';
import { anybodyHasBadge, holderOfBadge, mayBeBadge } from './badges.ts';
import { findByCode, findByText, foundViews } from './find.ts';
import type { FoundByCode } from './find.ts';
import type { CommandContext, Context, Handlers, ParsedInput } from './handler.ts';
import { scanOfTest } from './printer-tests.ts';
import { rowsWithVisits } from './registration/find-at-service.ts';
import { mayAlso } from './role-rules.ts';
import { scanBack } from './scan-back.ts';
import { scannerOf } from './scanner.ts';
import { toPersonView } from './person-view.ts';
import { toVisitDetail, visitDetail } from './visit/view.ts';

function opened(context: Context, { visitId, matchedBy }: Extract<FoundByCode, { kind: 'visit' }>) {
  return { kind: 'visit' as const, visit: visitDetail(context, visitId), matchedBy };
}

function known(context: Context, { registration }: Extract<FoundByCode, { kind: 'registration' }>) {
  const patient = registration.patientId === null ? null : readPatient(context.db, registration.patientId);
  return {
    kind: 'registration' as const,
    registrationId: registration.id,
    trfCode: registration.trfCode,
    person: patient && toPersonView(patient),
    status: registration.status,
    resultsReady: registration.resultsReady,
  };
}

/** What the scanner is about to send that has sent this; null where several codes begin so. */
function wholeOf(context: Context, textSoFar: string): string | null {
  const scanner = scannerOf(context);
  const [begun] = recogniseScan(textSoFar, scanner).candidates;
  const code = begun === undefined ? null : codeBeginningWith(context.db, begun);
  if (begun === undefined || code === null || code.kind === 'none') return textSoFar;
  if (code.kind === 'several') return null;
  const whole = textSoFar + code.code.slice(begun.length);
  return whole.endsWith(scanner.trailer) ? whole : whole + scanner.trailer;
}

type Submitted = ParsedInput<'scan.submit'>;

/** The visit whose labels the scan is to prove; null: it means the same as anywhere else, as for somebody who may not collect. */
function scannedBackOf(context: Context, { visitId }: Submitted): string | null {
  if (visitId === null || !mayAlso(context, 'visits.collect')) return null;
  return findVisit(context.db, visitId)?.deskState === 'collecting' ? visitId : null;
}

/** Whether something at this desk has one of these codes. */
function isKnownHere(context: Context, candidates: readonly string[]): boolean {
  const { db } = context;
  return (
    findByCode(context, candidates) !== null ||
    candidates.some((code) => isCodeOfLabelMade(db, code)) ||
    visitIdOfTicket(db, candidates) !== null ||
    registrationsLedTo(db, candidates).length > 0
  );
}

/**
 * Whose badge it is that was scanned; null: nobody's. Asked for what nothing here has, before it counts as a code that is not known: with
 * that it would be shown, asked for at the service, and as a wrong label written down for good. A badge that was scanned too slowly into
 * the search counts as typed; what is typed there is mostly a name, so that one that finds somebody need not wait for the computation.
 */
async function badgeIn(context: Context, input: Submitted): Promise<BadgeHolder | null> {
  if (!anybodyHasBadge(context)) return null;
  const { asTyped, candidates } = recogniseScan(input.text, scannerOf(context));
  if (input.source === 'typed' && scannedBackOf(context, input) === null) {
    if (!mayBeBadge(context, input.text)) return null;
    const { visits, people } = findByText(context, asTyped);
    if (visits.length + people.length > 0) return null;
  }
  return isKnownHere(context, candidates) ? null : holderOfBadge(context, input.text);
}

/**
 * A scan of a code that was read several times in a row as one of that code; null: it is none, as also where the whole is something here.
 * Otherwise a label that a scanner without an end key reads twice would be a wrong one.
 */
async function oneOfSeveralReads(context: Context, input: Submitted): Promise<Submitted | null> {
  const scanner = scannerOf(context);
  const text = input.source === 'scanner' ? readOnce(input.text, scanner) : null;
  if (text === null) return null;
  const once = { ...input, text };
  const isOurs = async (one: Submitted): Promise<boolean> =>
    isKnownHere(context, recogniseScan(one.text, scanner).candidates) ||
    (await badgeIn(context, one)) !== null;
  return !(await isOurs(input)) && (await isOurs(once)) ? once : null;
}

function submitted(context: CommandContext, input: Submitted): ScanOutcome {
  const { visitId, alarmUp, ...how } = input;
  const { source } = how;
  const { text: asScanned, asTyped, candidates } = recogniseScan(input.text, scannerOf(context));
  const text = source === 'typed' ? asTyped : asScanned;
  if (text === '') return { kind: 'unknown', text };
  const scannedBack = scannedBackOf(context, input);
  if (scannedBack !== null) {
    return scanBack(context, { ...how, visitId: scannedBack, alarmUp, text, candidates });
  }
  if (alarmUp && visitId !== null) return { kind: 'not-taken', visit: visitDetail(context, visitId) };
  const found = findByCode(context, candidates);
  if (found?.kind === 'shared') {
    return { kind: 'shared-code', code: found.code, ...foundViews(context, found) };
  }
  if (found?.kind === 'visit') return opened(context, found);
  if (found) return known(context, found);
  const ticketsVisit = visitIdOfTicket(context.db, candidates);
  if (ticketsVisit !== null && findVisit(context.db, ticketsVisit)) {
    return { kind: 'visit', visit: visitDetail(context, ticketsVisit), matchedBy: 'ticket' };
  }
  const ledTo = registrationsLedTo(context.db, candidates);
  if (ledTo.length > 0) {
    return { kind: 'leads-to', code: candidates[0] ?? text, rows: rowsWithVisits(context, ledTo) };
  }
  if (source === 'scanner') return scanOfTest(context, candidates) ?? { kind: 'unknown', text };

  const { visits, people, more } = findByText(context, text);
  const onlyVisit = visits.length === 1 && people.length <= 1 ? visits[0] : undefined;
  if (onlyVisit) {
    return { kind: 'visit', visit: toVisitDetail(context, onlyVisit), matchedBy: 'name' };
  }
  const onlyPerson = visits.length === 0 && people.length === 1 ? people[0] : undefined;
  if (onlyPerson) return { kind: 'person', person: toPersonView(onlyPerson) };
  if (visits.length + people.length === 0) return { kind: 'unknown', text };
  return { kind: 'several', ...foundViews(context, { visits, people }), more };
}

export const scanHandlers: Handlers<typeof scanOperations> = {
  'scan.picture': async ({ pictureReader }, { picture }) => ({
    codes: [...(await pictureReader.codesOn(Buffer.from(picture, 'base64')))],
  }),

  'scan.read': (context, input) => {
    const { candidates } = recogniseScan(input.text, scannerOf(context));
    const nhsNumber = candidates.find(isNhsNumber)?.replace(/[ -]/g, '') ?? null;
    return { code: candidates[0] ?? null, nhsNumber };
  },

  'scan.foresee': (context, input) => {
    const text = wholeOf(context, input.text);
    if (text === null) return { text: input.text, leadsTo: null };
    const found = findByCode(context, recogniseScan(text, scannerOf(context)).candidates);
    if (found?.kind === 'visit') return { text, leadsTo: opened(context, found) };
    return { text, leadsTo: found?.kind === 'registration' ? known(context, found) : null };
  },

  'scan.submit': {
    prepared: async (context, input) => {
      const meant = (await oneOfSeveralReads(context, input)) ?? input;
      const holder = await badgeIn(context, meant);
      return () => (holder ? { kind: 'badge', holder } : submitted(context, meant));
    },
  },
};
