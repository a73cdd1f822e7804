// Mistakes of one line that a person could make in the engine, and the tests that must notice each. The mistakes in how
// changes are sent that only whole days show are in ../simulation/planted-bugs.test.ts.

export interface PlantedFault {
  /** What is wrong then, in words. */
  readonly fault: string;
  /** Under `src/`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly text: string;
  readonly instead: string;
  /** Under `test/`: a file of tests of which at least one must fail. */
  readonly noticedBy: string;
}

const outbox = 'unit/core/outbox';
const queue = 'unit/core/printing/queue';
const operations = 'integration/operations';

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  // What comes in as an event of the service.
  {
    fault: 'a secret is right when it begins as the right one does',
    file: 'adapters/event-receiver.ts',
    text: `return timingSafeEqual(digest(typeof sent === 'string' ? sent : ''), secretDigest);`,
    instead: `return typeof sent === 'string' && sent.startsWith(options.secret);`,
    noticedBy: 'unit/adapters/event-receiver.test.ts',
  },
  {
    fault: 'an id that the service does not know is asked for each time',
    file: 'core/pull/hints.ts',
    text: `if (brought === 'unknown') rememberUnknown(id);`,
    instead: ``,
    noticedBy: 'unit/core/pull/hints.test.ts',
  },
  {
    fault: 'a change that no event told of does not end the reliance on events',
    file: 'core/pull/hint-reliance.ts',
    text: `if ([...foundAt.values()].some((atMs) => !isRecent(atMs))) startAnew();`,
    instead: ``,
    noticedBy: 'unit/core/pull/hint-reliance.test.ts',
  },
  // What a failed request proves.
  {
    fault: 'a request that was cut off counts as never sent',
    file: 'core/outbox/judge.ts',
    text: `return error.delivery === 'not-sent' ? 'not-sent' : 'unknown';`,
    instead: `return 'not-sent';`,
    noticedBy: `${outbox}/judge.test.ts`,
  },
  {
    fault: 'a server error counts as being asked to wait, so as nothing done',
    file: 'core/outbox/judge.ts',
    text: `return error.reason === 'rate-limited' ? 'rate-limited' : 'unknown';`,
    instead: `return 'rate-limited';`,
    noticedBy: `${outbox}/judge.test.ts`,
  },
  {
    fault: 'a look that failed takes a change out of doubt',
    file: 'core/outbox/attempt.ts',
    text: `if (attempt.row.state === 'sending' && verdict?.to === 'unknown') {`,
    instead: `if (verdict?.to === 'unknown') {`,
    noticedBy: `${outbox}/executors.test.ts`,
  },
  {
    fault: 'a person is asked at the first answer that looks wrong',
    file: 'core/outbox/attempt.ts',
    text: `return row.lastError?.kind === 'conflict' && row.lastError.reason === 'changed';`,
    instead: `return row.lastError !== undefined;`,
    noticedBy: `${outbox}/executors.test.ts`,
  },
  // Sending.
  {
    fault: 'a change in doubt is sent again without a look',
    file: 'core/outbox/sender.ts',
    text: `const sending = ready.state === 'pending';`,
    instead: `const sending = ready.state !== 'sending';`,
    noticedBy: `${outbox}/sender.test.ts`,
  },
  {
    fault: 'two changes of one record are sent at once',
    file: 'core/outbox/sender.ts',
    text: `if (underWay.has(row.sequence) || subjectsUnderWay.has(row.subjectId)) continue;`,
    instead: `if (underWay.has(row.sequence)) continue;`,
    noticedBy: `${outbox}/sender.test.ts`,
  },
  {
    fault: 'an answer that came while the disk was full is forgotten',
    file: 'core/outbox/sender.ts',
    text: `if (isDiskFailure(thrown)) unwritten.set(row.sequence, { row, verdict });`,
    instead: ``,
    noticedBy: `${outbox}/full-disk.test.ts`,
  },
  {
    fault: 'a doubt never grows old',
    file: 'core/outbox/sender.ts',
    text: `if (since !== undefined) return clock.monotonicMs() - since;`,
    instead: `if (since !== undefined) return 0;`,
    noticedBy: `${outbox}/sender.test.ts`,
  },
  {
    fault: 'an early copy of an assignment is not waited for',
    file: 'core/outbox/sender.ts',
    text: `if (echo > 0 && row.state === 'pending') return echo;`,
    instead: ``,
    noticedBy: `${outbox}/sender.test.ts`,
  },
  {
    fault: 'a clock that was set back makes a pause last for hours',
    file: 'core/outbox/sender.ts',
    text: `return rest > LONGEST_WAIT_ON_DISK_MS ? 0 : Math.max(0, rest);`,
    instead: `return Math.max(0, rest);`,
    noticedBy: `${outbox}/sender.test.ts`,
  },
  {
    fault: 'the desk goes on sending on a disk that cannot be written',
    file: 'core/outbox/sender.ts',
    text: `if (closed || diskFailures > 0) return;`,
    instead: `if (closed) return;`,
    noticedBy: `${outbox}/sender.test.ts`,
  },
  // Saving a change, and deciding about it.
  {
    fault: 'a hold that may have arrived is cancelled here only',
    file: 'core/outbox/changes.ts',
    text: `if (!hold || hold.attempts > 0) return;`,
    instead: `if (!hold) return;`,
    noticedBy: `${outbox}/changes.test.ts`,
  },
  {
    fault: 'a change does not wait for an earlier one of its record',
    file: 'core/outbox/changes.ts',
    text: `[...referencedIds(change), change.subjectId] : [change.subjectId];`,
    instead: `referencedIds(change).filter((id) => id !== change.subjectId) : [];`,
    noticedBy: `${outbox}/changes.test.ts`,
  },
  {
    fault: 'a change that was tried before is sent again without a look, when a person asks for it',
    file: 'core/outbox/decisions.ts',
    text: `moveRow(db, row.sequence, row.attempts > 0 ? 'unknown' : 'pending', {`,
    instead: `moveRow(db, row.sequence, 'pending', {`,
    noticedBy: `${outbox}/decisions.test.ts`,
  },
  {
    fault: 'a change that is done can be given up',
    file: 'core/outbox/decisions.ts',
    text: `if (row.state === 'confirmed' || row.state === 'cancelled' || row.state === 'discarded')`,
    instead: `if (row.state === 'cancelled' || row.state === 'discarded')`,
    noticedBy: `${outbox}/decisions.test.ts`,
  },
  {
    fault: 'any state of a change may follow any other',
    file: 'domain/outbox-state.ts',
    text: `return MOVES[from].includes(to);`,
    instead: `return MOVES[from].length > 0 || to === from;`,
    noticedBy: 'unit/core/store/outbox/outbox.test.ts',
  },
  // Each kind of change.
  {
    fault: 'an answer about somebody else is taken for the new person',
    file: 'core/outbox/executors/patients.ts',
    text: `if (patient.foreign_id !== payload.foreignId || !isAsSent(payload, patient)) {`,
    instead: `if (patient.foreign_id !== payload.foreignId) {`,
    noticedBy: `${outbox}/executors.test.ts`,
  },
  {
    fault: 'a registration is made again while the first request may still arrive',
    file: 'core/outbox/executors/registrations.ts',
    text: `return restMs > 0 ? tooEarly(attempt.row, Math.min(restMs, 10_000)) : again();`,
    instead: `return restMs > attempt.lateWriteMs ? tooEarly(attempt.row, 10_000) : again();`,
    noticedBy: `${outbox}/executors.test.ts`,
  },
  {
    fault: 'a registration of another patient is taken for ours',
    file: 'core/outbox/executors/registrations.ts',
    text: `found.patient_id === patientId &&`,
    instead: ``,
    noticedBy: `${outbox}/executors.test.ts`,
  },
  {
    fault: 'a registration with other tests is taken for ours',
    file: 'core/outbox/executors/registrations.ts',
    text: `payload.productIds.every((id) => products.has(id))`,
    instead: `true`,
    noticedBy: `${outbox}/executors.test.ts`,
  },
  {
    fault: 'a patient is put over another one whom the desk had not seen',
    file: 'core/outbox/executors/registrations.ts',
    text: `if (registration.patient_id !== expectedId) {`,
    instead: `if (expectedId !== null && registration.patient_id !== expectedId) {`,
    noticedBy: `${outbox}/executors.test.ts`,
  },
  {
    fault: 'a slot at another location counts as the one asked for',
    file: 'core/outbox/executors/holds.ts',
    text: `if (appointment.test_location_id !== payload.locationId) {`,
    instead: `if (appointment.test_location_id === '') {`,
    noticedBy: `${operations}/walk-in-sending.test.ts`,
  },
  {
    fault: 'an appointment that the service did not confirm counts as confirmed',
    file: 'core/outbox/executors/appointments.ts',
    text: `if (!appointment.confirmed) {`,
    instead: `if (appointment.confirmed === null) {`,
    noticedBy: `${outbox}/executors.test.ts`,
  },
  {
    fault: 'a move undoes what somebody else did meanwhile',
    file: 'core/outbox/executors/moves.ts',
    text: `if (!known.some((place) => isSame(place, placeOf(seen.appointment as Appointment)))) {`,
    instead: `if (known.length === 0) {`,
    noticedBy: `${operations}/move-appointment.test.ts`,
  },
  {
    fault: 'a number is changed although the registration is somebody else’s by now',
    file: 'core/outbox/executors/registration-update.ts',
    text: `if (registration.patient_id !== patientId) return differs(attempt, 'patient', registration);`,
    instead: ``,
    noticedBy: `${operations}/registration-requests.test.ts`,
  },
  // What is shown, and from when it is.
  {
    fault: 'changes that were given up are still shown as waiting',
    file: 'core/store/mirror/overlay.ts',
    text: `!isGivenUp(row.state);`,
    instead: `row.id !== '';`,
    noticedBy: 'unit/core/store/mirror/records.test.ts',
  },
  {
    fault: 'the time while the desk was stopped makes nothing older',
    file: 'core/pull/freshness.ts',
    text: `const sinceMs = Math.max(0, clock.nowMs() - stored.atMachineMs);`,
    instead: `const sinceMs = 0;`,
    noticedBy: 'unit/core/pull/freshness.test.ts',
  },
  {
    fault: 'a repeated command is carried out again',
    file: 'core/engine.ts',
    text: `const repeated = keepsAnswer ? repeatedAnswer(call, inputHash) : null;`,
    instead: `const repeated = keepsAnswer && inputHash === '' ? repeatedAnswer(call, inputHash) : null;`,
    noticedBy: `${operations}/engine.test.ts`,
  },
  {
    fault: 'a visit is changed although it is not as it was shown',
    file: 'core/operations/visit/rules.ts',
    text: `if (assembled.visit.version !== seen.seenVersion) {`,
    instead: `if (assembled.visit.version < seen.seenVersion) {`,
    noticedBy: `${operations}/check-in.test.ts`,
  },
  // The store.
  {
    fault: 'a commit need not reach the disk',
    file: 'core/store/open.ts',
    text: `db.pragma('synchronous = FULL');`,
    instead: ``,
    noticedBy: 'unit/core/store/open.test.ts',
  },
  {
    fault: 'lost commits are not noticed at a start',
    file: 'core/store/open.ts',
    text: `return noted !== null && health.commit.count < noted.count ? { kind: 'behind' } : null;`,
    instead: `return noted !== null && health.commit.count < 0 ? { kind: 'behind' } : null;`,
    noticedBy: 'unit/core/store/recover.test.ts',
  },
  // The print queue.
  {
    fault: 'a label of which some bytes may have left counts as not sent',
    file: 'core/printing/queue/printer-line.ts',
    text: `if (handover.begun && ended.outcome === 'not-started')`,
    instead: `if (handover.begun && ended.outcome === 'withheld')`,
    noticedBy: `${queue}/sending.test.ts`,
  },
  {
    fault: 'a label whose end could not be written down goes out again',
    file: 'core/printing/queue/printer-line.ts',
    text: `        endNotNoted = true;`,
    instead: ``,
    noticedBy: `${queue}/on-disk.test.ts`,
  },
  {
    fault: 'a label is printed by itself long after anybody waits for it',
    file: 'core/printing/queue/printer-line.ts',
    text: `if (clock.monotonicMs() - since >= SENDS_ITSELF_FOR_MS) {`,
    instead: `if (clock.monotonicMs() - since >= 10 * SENDS_ITSELF_FOR_MS) {`,
    noticedBy: `${queue}/sending.test.ts`,
  },
  {
    fault: 'a late word of the printer overrules what a person has decided',
    file: 'core/printing/queue/printer-line.ts',
    text: `const stands = jobs.find(job.id)?.state === 'sent-unacknowledged';`,
    instead: `const stands = jobs.find(job.id) !== null;`,
    noticedBy: `${queue}/deciding.test.ts`,
  },
  {
    fault: 'a label that is printed a second time does not say so',
    file: 'core/printing/queue/print-queue.ts',
    text: `if (job.perhapsPrinted) jobs.markAsReprint(job.id);`,
    instead: ``,
    noticedBy: `${queue}/deciding.test.ts`,
  },
  {
    fault: 'a label that may have come out is printed on another printer too',
    file: 'core/printing/queue/job-rules.ts',
    text: `!job.perhapsPrinted && (job.state === 'queued'`,
    instead: `(job.state === 'queued'`,
    noticedBy: `${queue}/job-rules.test.ts`,
  },
  {
    fault: 'a label that was being sent at a crash is not in doubt',
    file: 'core/store/desk/print-jobs.ts',
    text: `WHERE state = 'sending' AND (@printerId IS NULL OR printer_id = @printerId)`,
    instead: `WHERE state = 'sending' AND printer_id = @printerId`,
    noticedBy: `${queue}/on-disk.test.ts`,
  },
  // For whom.
  {
    fault: 'another date of birth is no change of the person',
    file: 'domain/identity.ts',
    text: `if (shown.dateOfBirth !== now.dateOfBirth) changes.push('date-of-birth');`,
    instead: ``,
    noticedBy: `${operations}/change-of-person.test.ts`,
  },
  {
    fault: 'another patient of the same name is no change of the person',
    file: 'domain/identity.ts',
    text: `if (now === null || !isSame(shown.patientId, now.patientId)) return ['person'];`,
    instead: `if (now === null) return ['person'];`,
    noticedBy: `${operations}/change-of-person.test.ts`,
  },
  {
    fault: 'half a name is enough to be somebody',
    file: 'domain/stated-identity.ts',
    text: `return begun.length === 0 && left.length === 0 ? 'agrees' : 'incomplete';`,
    instead: `return left.length === 0 ? 'agrees' : 'incomplete';`,
    noticedBy: 'unit/domain/stated-identity.test.ts',
  },
  {
    fault: 'a statement that differs from the record is taken',
    file: 'core/operations/visits.ts',
    text: "if (agreement !== 'agrees') fields[`identifiers.${index}`] = agreement;",
    instead: ``,
    noticedBy: `${operations}/check-in.test.ts`,
  },
  {
    fault: 'labels are released before the identity is confirmed',
    file: 'core/operations/visit/rules.ts',
    text: `  if (!isIdentityConfirmed(assembled)) {`,
    instead: `  if (assembled.visit.id === '') {`,
    noticedBy: `${operations}/visits.test.ts`,
  },
  {
    fault: 'new labels are made while wrong ones lie about',
    file: 'core/operations/visit/rules.ts',
    text: `  if (assembled.papers.length > 0) {`,
    instead: `  if (assembled.papers.length > 9) {`,
    noticedBy: `${operations}/change-of-person.test.ts`,
  },
  {
    fault: 'a label that waits is printed for whom it was made, whoever the person is now',
    file: 'core/operations/visit/withdraw.ts',
    text: `context.printQueue.withdraw({ labelId: of.label.id }, WITHDRAWN_WORDS[of.why]);`,
    instead: ``,
    noticedBy: `${operations}/change-of-person.test.ts`,
  },
  {
    fault: 'a label whose registration is gone stays good',
    file: 'core/operations/visit/withdraw.ts',
    text: `if (!registration) return 'registration-gone';`,
    instead: `if (!registration) return null;`,
    noticedBy: `${operations}/change-of-person.test.ts`,
  },
  {
    fault: 'a typed code proves a label without a reason',
    file: 'core/operations/scan-back.ts',
    text: `if (scan.source === 'typed' && scan.typedReason === null) return notProven('typed');`,
    instead: ``,
    noticedBy: `${operations}/labels-and-papers.test.ts`,
  },
  {
    fault: 'a code that stands for two people proves a label',
    file: 'core/operations/scan-back.ts',
    text: `if (assembled.sharedCodes.has(code.toUpperCase())) {`,
    instead: `if (assembled.sharedCodes.has('')) {`,
    noticedBy: `${operations}/labels-and-papers.test.ts`,
  },
  {
    fault: 'a visit is collected although a label is not proven',
    file: 'core/operations/visits.ts',
    text: `if ((labels.length === 0 || unverified > 0) && input.relaxedReason === null) {`,
    instead: `if (labels.length === 0 && input.relaxedReason === null) {`,
    noticedBy: `${operations}/visits.test.ts`,
  },
  // Who works here.
  {
    fault: 'a PIN can be tried as often as one likes',
    file: 'core/sign-ins.ts',
    text: `if (left > 0) return { kind: 'wait', waitMs: left };`,
    instead: ``,
    noticedBy: `${operations}/people.test.ts`,
  },
  {
    fault: 'a try of a PIN is not counted on the disk',
    file: 'core/sign-ins.ts',
    text: `setWrongPins(db, initials, wrongPins);`,
    instead: ``,
    noticedBy: `${operations}/people.test.ts`,
  },
  {
    fault: 'a sign-in that nobody uses goes on for ever',
    file: 'core/sign-ins.ts',
    text: `if (!isIdle(found)) return found;`,
    instead: `if (found.initials !== '') return found;`,
    noticedBy: `${operations}/people.test.ts`,
  },
  {
    fault: 'a role is not looked at',
    file: 'core/engine.ts',
    text: `if (!allowed.includes(who.role)) {`,
    instead: `if (allowed.length === 0) {`,
    noticedBy: `${operations}/people.test.ts`,
  },
];
