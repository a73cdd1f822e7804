// What a screen may have to show, as changes to the engine's true answers: nothing, no answer yet, old data, an error, long
// names, names from right to left, thousands of rows. Pure, so that every screen can be looked at in every state without an own
// set of invented records. Without a connection the engine itself answers differently, so for that its line is cut (ui.ts).

export const SCREEN_STATES = [
  'normal',
  'empty',
  'loading',
  'offline',
  'stale',
  'error',
  'refused',
  'long-names',
  'right-to-left',
  'many-rows',
] as const;
export type ScreenState = (typeof SCREEN_STATES)[number];

interface EngineAnswer {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: unknown;
}

/** The frame around every screen: without these nothing at all is shown. */
const FRAME = new Set(['session.get', 'connection.get', 'staff.list']);
const NO_ANSWER: EngineAnswer = {
  ok: false,
  error: { kind: 'timeout', retry: 'later', detail: 'no answer in time' },
};
const HOURS_MS = 3_600_000;
const MANY = 10_000;
/** The lists that grow as long as a site is busy; all others end by themselves, or are told a part at a time. */
const GROWING = new Set(['board.get', 'registrations.list', 'products.list']);

/**
 * The answer that the screen gets in place of the engine's; null when it gets none.
 * @example alterAnswer('empty', 'activity.list', { ok: true, value: { items: [{ … }] } }) // { ok: true, value: { items: [] } }
 */
export function alterAnswer(state: ScreenState, name: string, answer: EngineAnswer): EngineAnswer | null {
  if (!answer.ok || FRAME.has(name)) return answer;
  if (name === 'opening.get') return alterOpening(state, answer);
  switch (state) {
    case 'normal':
    case 'offline':
      return answer;
    case 'loading':
      return null;
    case 'error':
      // What was typed before is asked for again until it is there, and until then a form is as in `loading`.
      return name === 'drafts.list' ? answer : NO_ANSWER;
    case 'empty':
      return { ok: true, value: mapLists(answer.value, () => []) };
    case 'many-rows':
      return GROWING.has(name) ? { ok: true, value: counted(mapLists(answer.value, repeated)) } : answer;
    case 'stale':
      return { ok: true, value: mapFields(answer.value, aged) };
    case 'refused':
      return { ok: true, value: mapObjects(answer.value, refused) };
    case 'long-names':
      return {
        ok: true,
        value: mapFields(
          answer.value,
          named(
            'Wilhelmina-Alexandra Josephine Marguerite',
            'Featherstonehaugh-Wolfeschlegelsteinhausenbergerdorff',
          ),
        ),
      };
    case 'right-to-left':
      return { ok: true, value: mapFields(answer.value, named('فاطمة الزهراء', 'عبد الرحمن بن محمد')) };
    default:
      return state satisfies never;
  }
}

/** What a window asks first holds the answers to several questions: each is altered as if it were asked alone. */
function alterOpening(state: ScreenState, answer: EngineAnswer): EngineAnswer {
  const { answers } = answer.value as { answers: Record<string, unknown> };
  const altered = Object.entries(answers).map(
    ([name, value]) => [name, alterAnswer(state, name, { ok: true, value })] as const,
  );
  // One that is missing or an error cannot be part of the whole: the window then asks each by itself.
  if (!altered.every(([, part]) => part?.ok === true)) return NO_ANSWER;
  return {
    ok: true,
    value: {
      ...(answer.value as object),
      answers: Object.fromEntries(altered.map(([name, part]) => [name, part?.value])),
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Changes the lists of records that an answer has at its top; those within records stay. */
function mapLists(value: unknown, change: (list: unknown[]) => unknown[]): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      Array.isArray(field) && field.some(isObject) ? change(field) : field,
    ]),
  );
}

function repeated(list: unknown[]): unknown[] {
  return Array.from({ length: MANY }, (_, at) => {
    const one = list[at % list.length];
    return isObject(one) && typeof one['id'] === 'string' ? { ...one, id: `${one['id']}-${at}` } : one;
  });
}

/** A list of which a part is told says how many there are. */
function counted(value: unknown): unknown {
  return isObject(value) && typeof value['total'] === 'number' ? { ...value, total: MANY } : value;
}

/** Changes every field of every record, however deep. */
function mapFields(value: unknown, change: (key: string, field: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => mapFields(one, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, change(key, mapFields(field, change))]),
  );
}

function mapObjects(
  value: unknown,
  change: (one: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(value)) return value.map((one) => mapObjects(one, change));
  if (!isObject(value)) return value;
  return change(
    Object.fromEntries(Object.entries(value).map(([key, field]) => [key, mapObjects(field, change)])),
  );
}

/** `asOfMs`, `everythingAsOfMs`, `readAtMs`, `askedAtMs`: three hours older. */
function aged(key: string, field: unknown): unknown {
  return /asOfMs$|(read|asked|fetched)AtMs$/i.test(key) && typeof field === 'number'
    ? field - 3 * HOURS_MS
    : field;
}

function named(firstName: string, lastName: string) {
  return (key: string, field: unknown): unknown => {
    if (typeof field !== 'string') return field;
    if (key === 'firstName') return firstName;
    return key === 'lastName' ? lastName : field;
  };
}

/** A change in the outbox that the service refused. */
function refused(one: Record<string, unknown>): Record<string, unknown> {
  if (!('subjectId' in one || 'commandId' in one || 'choices' in one) || typeof one['state'] !== 'string') {
    return one;
  }
  return {
    ...one,
    state: 'refused',
    error: { kind: 'rejected', retry: 'never', detail: 'the service refused it', fields: {} },
  };
}
