// The engine as screens use it: its answers, which are kept up to date by its events, and its commands.
import type { DeskEvent } from '../../contract/events.ts';
import type { Result } from '../../domain/app-error.ts';
import { learnZone } from '../../domain/site-time.ts';
import type { Answer, CommandName, Input, Output, QueryName } from '../../contract/index.ts';
import type { OrderDetail } from '../../contract/orders.ts';
import type { RegistrationRequests } from '../../contract/registrations.ts';
import type { TypedForm } from '../../contract/typed-form.ts';
import type { VisitDetail, VisitRow } from '../../contract/views.ts';
import type { TrainingState } from '../../contract/training-view.ts';
import { asSignedIn, nextSignIn, useActor } from './actor.ts';
import { askSecondPerson } from './second-person.ts';
import { cacheFacts } from './cache-facts.ts';
import { noteFailed } from './engine-link.ts';
import type { Host } from './host.ts';
import { whenPersonChanges } from './next-person.ts';
import { askOpening } from './opening.ts';
import { createQueryCache, questionOf, type Question, type QueryState } from './query-cache.ts';
import { askTimeBy, clocksNow, noteServiceNow } from './service-clock.ts';
import { withoutTurningMarks } from './without-turning-marks.ts';

/**
 * The engine as screens know it. Screens use it through `useQuery` and `useCommand`; directly only for what is asked
 * once.
 * @example const answer = await desk.ask('search.find', { text: 'oliver' }); if (answer.ok) show(answer.value.visits);
 */
export interface DeskClient {
  readonly host: Host;
  /** Keeps the answer up to date until the returned function is called. A question that is null is not asked. */
  watch(question: Question | null, listener: () => void): () => void;
  read(question: Question | null): QueryState<unknown>;
  /** The kept answers to all questions of this name, up to date: what another screen has shown of a record, for example. */
  kept<Name extends QueryName>(name: Name): readonly Output<Name>[];
  /** Asks for what is about to be shown, while the screen that will show it is still being made. */
  askAhead(question: Question): void;
  refresh(question: Question | null): void;
  /** Asks once, without using or changing the kept answers. Never rejects. */
  ask<Name extends QueryName>(name: Name, input: Input<Name>): Promise<Answer<Name>>;
  /** Asks what a scan that begins so leads to, and keeps a visit for its screen. Null: it cannot be said. Never rejects. */
  foresee(textSoFar: string): Promise<Foresight | null>;
  /** Sends a command; what its answer tells is on the screens before this returns. Never rejects. */
  command<Name extends CommandName>(
    name: Name,
    input: Input<Name>,
    as: { commandId: string; actor: string; typed?: TypedForm | undefined },
  ): Promise<Answer<Name>>;
  /** Asks everything again that somebody looks at. */
  resynchronise(): void;
}

export interface Foresight extends Output<'scan.foresee'> {
  /** False once an event, or a new start of all answers, may have made it out of date. */
  readonly isStillTrue: () => boolean;
}

/** Waits for the answer to what every window asks first, so that the first screen is drawn once and with everything in it. Never rejects. */
export async function openDeskClient(host: Host, asked = askOpening(host)): Promise<DeskClient> {
  const opening = await asked;
  if (!opening.ok) return createDeskClient(host);
  const value = opening.value as Output<'opening.get'>;
  learnZone(value.zone.timeZone, value.zone.spans);
  return createDeskClient(host, value);
}

/** A row that a visit would not change: the board is then not drawn anew, which most scans would wait for. */
function saysTheSame(row: VisitRow, visit: VisitDetail): boolean {
  return (Object.keys(row) as (keyof VisitRow)[]).every(
    (part) => JSON.stringify(row[part]) === JSON.stringify(visit[part]),
  );
}

/** Pauses after which a call whose answer was lost on the way is made again, before somebody is told. */
const AGAIN_AFTER_MS = [300, 1_000, 3_000];

const isLostOnTheWay = (answer: Result<unknown>): boolean =>
  !answer.ok &&
  answer.error.kind === 'offline' &&
  answer.error.reason === 'engine' &&
  answer.error.delivery === 'unknown';

interface Told {
  readonly answer: Result<unknown>;
  /** What was answered in place of the desk when its first answer got lost; null: none did. */
  readonly lost: Result<unknown> | null;
}

/**
 * Calls the desk. An answer that got lost between it and the window is asked for again: a command has its id, so that the desk answers
 * as it did and does nothing twice. Told to a person, who would go on otherwise, what was done would be done once more in another way.
 * It is the same call each time: whoever signs in meanwhile has not made it.
 */
async function askUntilAnswered(host: Host, call: Parameters<Host['call']>[0]): Promise<Told> {
  const first = await host.call(call);
  if (first.ok || !isLostOnTheWay(first)) return { answer: first, lost: null };
  noteFailed(first.error);
  for (const pauseMs of AGAIN_AFTER_MS) {
    await new Promise((resume) => setTimeout(resume, pauseMs));
    const answer = await host.call(call);
    if (answer.ok || answer.error.kind !== 'offline' || answer.error.reason !== 'engine')
      return { answer, lost: first };
  }
  // Also where the last one was not even sent: the first may have been carried out.
  return { answer: first, lost: first };
}

/** `opening`: what was asked before the screens were made; null when there was no answer. */
export function createDeskClient(host: Host, opening: Output<'opening.get'> | null = null): DeskClient {
  let eventsSeen = 0;
  /** How often what was foreseen before may have become out of date. */
  let foresightsOutdated = 0;
  /** What somebody has typed is theirs, and comes back as it was. All other answers have texts of others. */
  const callNotingLoss = async (asked: Parameters<Host['call']>[0]): Promise<Told> => {
    const { handle, signedOut } = useActor.getState();
    const clocks = clocksNow();
    const { answer, lost } = await askUntilAnswered(host, asSignedIn(asked));
    if (answer.ok) noteTime(asked.name, answer.value, clocks);
    if (!answer.ok && answer.error.kind === 'not-signed-in') signedOut(handle);
    return { answer: asked.name === 'drafts.list' ? answer : withoutTurningMarks(answer), lost };
  };
  const call: Host['call'] = async (asked) => (await callNotingLoss(asked)).answer;
  /** Commands that may have been carried out though nobody was told, by id: what was said in place of the answer. */
  const perhapsDone = new Map<string, Result<unknown>>();

  /**
   * Sends a command. A desk that has started anew knows nobody's sign-in, and refuses what it may have done before: nobody is told then
   * that nothing was done, or they would do it in another way after they have signed in.
   */
  async function send(asked: Parameters<Host['call']>[0] & { commandId: string }): Promise<Told> {
    const { commandId } = asked;
    const told = await callNotingLoss(asked);
    const lost = told.lost ?? perhapsDone.get(commandId) ?? null;
    const isRefusedUnread = !told.answer.ok && told.answer.error.kind === 'not-signed-in';
    const answer = lost !== null && isRefusedUnread ? lost : told.answer;
    if (lost !== null && !answer.ok && answer.error.retry === 'later') perhapsDone.set(commandId, lost);
    else perhapsDone.delete(commandId);
    return { answer, lost };
  }
  /** On a locked window a question waits until somebody has signed in: what is shown under the lock stays as it is. */
  const askWhenSignedIn = async (question: Pick<Question, 'name' | 'input'>): Promise<Result<unknown>> => {
    for (;;) {
      const { handle } = useActor.getState();
      const answer = await call({ name: question.name, input: question.input });
      if (answer.ok || answer.error.kind !== 'not-signed-in') return answer;
      if ((useActor.getState().handle ?? handle) === handle) await nextSignIn();
    }
  };
  const cache = createQueryCache({
    ask: askWhenSignedIn,
    staleOn: (name) => cacheFacts[name].staleOn,
    isForgottenWhenLeft: (name) => cacheFacts[name].isForgottenWhenLeft === true,
  });

  /** The service's time, where the contract says that the answer tells it. */
  function noteTime(name: string, answer: unknown, asked?: ReturnType<typeof clocksNow>): void {
    const field = cacheFacts[name as QueryName | CommandName]?.tellsTime;
    if (field === undefined) return;
    const nowMs = (answer as Readonly<Record<string, unknown>>)[field];
    if (typeof nowMs === 'number') noteServiceNow(nowMs, asked);
  }

  /**
   * Keeps an answer that came with a command, so that what was just asked for is on the screen when the command is done.
   * `eventsBefore`: how many events had come when it was asked; null: it is not known how old it is.
   */
  function learnRecord(question: Question, value: unknown, eventsBefore: number | null): void {
    cache.learn(question, value);
    // Events and answers arrive on different connections: an event may have told something newer than this answer.
    if (eventsSeen !== eventsBefore) cache.refresh(question);
  }

  function learnVisit(visit: VisitDetail, eventsBefore: number | null): void {
    learnRecord(questionOf('visits.get', { visitId: visit.id }), visit, eventsBefore);
    cache.amend('board.get', (value) => {
      const board = value as Output<'board.get'>;
      const known = board.rows.find((row) => row.id === visit.id);
      if (!known || known.version > visit.version || saysTheSame(known, visit)) return board;
      return { ...board, rows: board.rows.map((row) => (row === known ? visit : row)) };
    });
  }

  function learnFrom(name: CommandName, answer: unknown, eventsBefore: number | null): void {
    const answersWith = cacheFacts[name]?.answersWith ?? 'other';
    switch (answersWith) {
      case 'visit':
        return learnVisit(answer as VisitDetail, eventsBefore);
      case 'visit-within': {
        const { visit } = answer as { visit?: VisitDetail };
        return visit && learnVisit(visit, eventsBefore);
      }
      case 'order': {
        const order = answer as OrderDetail;
        return learnRecord(questionOf('orders.get', { orderId: order.id }), order, eventsBefore);
      }
      case 'requests': {
        const requests = answer as RegistrationRequests;
        const { registrationId } = requests;
        return learnRecord(questionOf('registrations.requests', { registrationId }), requests, eventsBefore);
      }
      case 'training':
        return cache.learn(questionOf('training.get', {}), answer as TrainingState);
      case 'other':
        return;
      default:
        return answersWith satisfies never;
    }
  }

  if (opening !== null) {
    const { answers } = withoutTurningMarks(opening);
    for (const name of Object.keys(answers) as (keyof typeof answers)[]) {
      noteTime(name, answers[name]);
      cache.learn(questionOf(name, {}), answers[name]);
    }
  }

  function resynchronise(): void {
    foresightsOutdated += 1;
    cache.invalidate(() => true);
  }

  // Each window watches it all the time.
  askTimeBy(() => cache.refresh(questionOf('session.get', {})));
  // All else is the same for everybody whose role may see it.
  whenPersonChanges(() => cache.forget(['activity.list', 'activity.choices']));
  host.subscribe(opening?.cursor ?? null, (event: DeskEvent) => {
    eventsSeen += 1;
    if (event.type === 'resynchronise') return resynchronise();
    if (event.topics.some((topic) => cacheFacts['scan.foresee'].staleOn.includes(topic)))
      foresightsOutdated += 1;
    cache.invalidateTopics(event.topics);
  });

  return {
    host,
    watch: cache.watch,
    read: cache.read,
    kept: <Name extends QueryName>(name: Name) => cache.kept(name) as readonly Output<Name>[],
    askAhead: cache.askAhead,
    refresh: cache.refresh,
    resynchronise,
    async ask(name, input) {
      return (await askWhenSignedIn({ name, input })) as Answer<typeof name>;
    },
    async foresee(textSoFar) {
      const [eventsBefore, outdatedBefore] = [eventsSeen, foresightsOutdated];
      const input = { text: textSoFar };
      const answer = (await call({ name: 'scan.foresee', input })) as Answer<'scan.foresee'>;
      if (!answer.ok) return null;
      const { leadsTo } = answer.value;
      if (leadsTo?.kind === 'visit') learnVisit(leadsTo.visit, eventsBefore);
      return { ...answer.value, isStillTrue: () => foresightsOutdated === outdatedBefore };
    },
    async command(name, input, as) {
      const eventsBefore = eventsSeen;
      const asked = { name, input, ...as };
      const told = await send(asked);
      let { answer } = told;
      // What was entered stays where it is while a second person is asked; nothing was done yet.
      while (!answer.ok && answer.error.kind === 'second-person-needed') {
        const approval = await askSecondPerson(answer.error);
        if (approval === null) break;
        answer = await call({ ...asked, approval });
      }
      // What was done before and is answered only now may have been followed by something else, of which all events have come.
      if (answer.ok) learnFrom(name, answer.value, told.lost === null ? eventsBefore : null);
      // What stood in the way is shown, also where its event is late or was lost.
      else if (answer.error.kind === 'conflict') cache.invalidate(() => true);
      return answer as Answer<typeof name>;
    },
  };
}
