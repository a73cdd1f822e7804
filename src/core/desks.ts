// The further desks of this site: which of them may ask, and the code by which a new one is paired. What a host must do
// with it stands in `web-host/site-routes.ts`.
import { createHash, createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import type { Topic } from '../contract/events.ts';
import type { PairingAnswer } from '../contract/further-desk.ts';
import type { ActivityAbout, ActivityKind } from '../domain/activity.ts';
import {
  CODE_COST,
  CODE_LENGTH,
  CODE_LETTERS,
  deskNameOf,
  deskProofText,
  pairingPictureText,
  siteProofText,
} from '../domain/pairing.ts';
import { pinWaitMs } from '../domain/staff.ts';
import { recordActivity } from './activity.ts';
import type { Clock, Random } from './ports/machine.ts';
import type { SaveIfPossible } from './save-if-possible.ts';
import { transaction } from './store/db/database.ts';
import type { Db } from './store/db/database.ts';
import { addDesk, giveNewKey, listDesks, markShutOut, noteSeen, renameDesk } from './store/desk/desks.ts';
import type { FurtherDesk } from './store/desk/desks.ts';
import { readSetting, writeSetting } from './store/desk/settings.ts';
import type { Settings } from './store/desk/settings.ts';

/** A code is good for so long, for one desk. */
const CODE_LIVES_MS = 10 * 60_000;
/** After so many wrong tries a code is given up: somebody is guessing. */
const MOST_TRIES = 5;
/** The last sign of life is written down this often; in between it is kept in memory. */
const SEEN_WRITTEN_MS = 60_000;
/** Refusals of one kind are written down once in this time, so that nobody can fill the activity from the network. */
const REFUSAL_WRITTEN_MS = 3_600_000;
/** Different desks whose refusals are told apart. */
const MOST_REFUSED = 50;

const DESK_ACTOR = 'Desk';

/** A further desk that has shown its key. */
export interface DeskAt {
  readonly id: string;
  readonly name: string;
}

/** Where the further desks find this site desk. */
export interface SiteNetwork {
  /** As in `192.0.2.10:7443`; as they are when they are read. */
  readonly addresses: readonly string[];
  /** SHA-256 of the certificate, in hexadecimal. */
  readonly fingerprint: string;
}

/** Why a desk was refused: it was shut out, or nobody here gave it its key. */
export type RefusedDesk = 'shut-out' | 'unknown';

/** A code that a new desk can present. */
export interface OpenPairing {
  readonly code: string;
  /** A picture of address and code (QR), in rows of `1` (dark) and `0`. */
  readonly picture: readonly string[];
  /** By the service's clock. */
  readonly endsAtMs: number;
  readonly wrong: number;
}

export interface SeenDesk extends FurtherDesk {
  /** Whether one of its windows listens now. */
  readonly connected: boolean;
}

/** To be called once the caller's transaction is on the disk. */
type AfterCommit = () => void;

export interface Desks {
  /** Called by the host once it listens on the network. */
  openTo(network: SiteNetwork): void;
  /** Keeps the certificate of this site, and its key, for a machine that takes over. */
  keepCertificate(certificate: Settings['siteCertificate']): void;
  /** The one that was kept last; null: this desk has never let another in. */
  keptCertificate(): Settings['siteCertificate'] | null;
  /** Null: this desk works alone. */
  network(): SiteNetwork | null;
  list(): SeenDesk[];

  /** Makes a code; one that was shown before is no longer good. `at`: the further desk at which it is asked for; null: the site desk. */
  openPairing(by: string, at: string | null): Promise<void>;
  closePairing(): void;
  /** Ends a code that this person has shown: they may not show one any more, or somebody else may have signed in as them. */
  endPairingOf(initials: string): void;
  pairing(): OpenPairing | null;
  /** How long no code is looked at, in milliseconds. */
  pairingWaitMs(): number;
  /** What a new desk needs to prove the code; null when no code is shown. */
  pairingSalt(): string | null;
  /** Pairs a desk whose proof is right. A try is counted on the disk before it is looked at; where that takes nothing none is. */
  pair(request: { readonly name: string; readonly proof: string }): PairingAnswer;

  /** The desk of this key. Refusals are written down. */
  recognise(id: string, key: string): DeskAt | RefusedDesk;
  isPaired(id: string): boolean;
  /** Writes down that somebody on the network spoke plain HTTP, or an older TLS. */
  noteUnprotected(): void;
  /** Writes down that a paired desk said something of printing work that was not believed. */
  notePrintingRefused(id: string, why: ActivityAbout<'desk-printing-refused'>['why']): void;
  /** Gives a desk another name, in the caller's transaction. Null, and nothing is changed, when another desk has it. */
  rename(id: string, name: string): AfterCommit | null;
  /** Writes down, in the caller's transaction, that a desk may ask no more; with the commit its windows are cut off. */
  shutOut(id: string): AfterCommit;
  /** A window of the desk listens, until the returned function is called. `end` is called when the desk is shut out. */
  listening(id: string, end: () => void): () => void;
  /** Nothing more is heard of the desk for now: when it was last seen is written down. */
  left(id: string): void;
}

interface Pairing extends OpenPairing {
  readonly by: string;
  readonly at: string | null;
  readonly salt: string;
  readonly key: Buffer;
  readonly diesAtMs: number;
}

/** Whether it has ever shown the key that it was given. Where that never arrived, nobody has it. */
const hasCome = (desk: Pick<FurtherDesk, 'lastSeenMs' | 'pairedAtMs'>): boolean =>
  desk.lastSeenMs > desk.pairedAtMs;
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
const proofOf = (key: Uint8Array, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
}

/** Loaded when it is needed: few desks ever show a code. */
async function pictureOf(text: string): Promise<string[]> {
  const { default: bwip } = await import('bwip-js/generic');
  const [made] = bwip.raw({ bcid: 'qrcode', text }) as { pixs: number[]; pixx: number; pixy: number }[];
  if (!made) throw new Error('no picture of the code was made');
  const { pixs, pixx, pixy } = made;
  return Array.from({ length: pixy }, (_, row) => pixs.slice(row * pixx, (row + 1) * pixx).join(''));
}

function keyOfCode(code: string, salt: string): Promise<Buffer> {
  const { n, r, p } = CODE_COST;
  return new Promise((done, failed) =>
    scrypt(code, salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? failed(error) : done(key),
    ),
  );
}

export function createDesks(options: {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  /** By the service's clock, as the activity. */
  readonly nowMs: () => number;
  readonly tell: (...topics: Topic[]) => void;
  readonly saveIfPossible: SaveIfPossible;
  readonly onShutOut: (deskId: string) => void;
}): Desks {
  const { db, clock, random, nowMs, tell, saveIfPossible } = options;
  let network: SiteNetwork | null = null;
  let open: Pairing | null = null;
  /** Codes that are being made. What ends a code that is shown ends these as well. */
  const making = new Set<Pick<Pairing, 'by' | 'at'>>();
  // The wait is measured by the clock that only grows, as with PINs.
  let waitUntilMs = clock.monotonicMs() + pinWaitMs(readSetting(db, 'wrongPairingCodes') ?? 0);
  const known = new Map(listDesks(db).map((desk) => [desk.id, desk]));
  const streams = new Map<string, Set<() => void>>();
  /** What the disk has as the last sign of life of each desk, since the start. */
  const seenWrittenMs = new Map<string, number>(
    Array.from(known, ([id, { lastSeenMs }]) => [id, lastSeenMs]),
  );
  const refusedAtMs = new Map<string, number>();

  function endPairings(isToEnd: (pairing: Pick<Pairing, 'by' | 'at'>) => boolean): void {
    for (const asked of making) if (isToEnd(asked)) making.delete(asked);
    if (open && isToEnd(open)) open = null;
  }

  const present = (): Pairing | null => {
    if (open && clock.monotonicMs() > open.diesAtMs) open = null;
    return open;
  };
  const waitMs = (): number => Math.max(0, Math.ceil(waitUntilMs - clock.monotonicMs()));
  const countWrong = (wrong: number): void => {
    writeSetting(db, 'wrongPairingCodes', wrong);
    waitUntilMs = clock.monotonicMs() + pinWaitMs(wrong);
  };
  const record = <Kind extends ActivityKind>(
    actor: string,
    desk: string | null,
    kind: Kind,
    about: ActivityAbout<Kind>,
  ): void => tell(...recordActivity(db, { actor, atMs: nowMs(), desk }, kind, about), 'desks');

  const holderOf = (name: string): FurtherDesk | undefined =>
    [...known.values()].find(
      (desk) => desk.shutOutAtMs === null && desk.name.toLowerCase() === name.toLowerCase(),
    );
  const change = (id: string, facts: Partial<FurtherDesk>): void => {
    const before = known.get(id);
    if (before) known.set(id, { ...before, ...facts });
  };

  /** True once an hour for each `key`, and never for more of them than a site has desks. */
  function isTold(key: string): boolean {
    const before = refusedAtMs.get(key);
    if (before !== undefined && clock.monotonicMs() - before < REFUSAL_WRITTEN_MS) return false;
    if (before === undefined && refusedAtMs.size >= MOST_REFUSED) return false;
    refusedAtMs.set(key, clock.monotonicMs());
    return true;
  }

  function noteRefused(id: string, why: RefusedDesk): RefusedDesk {
    const desk = known.get(id)?.name ?? null;
    if (isTold(why === 'unknown' ? why : id))
      saveIfPossible(() => record(DESK_ACTOR, null, 'desk-refused', { visitId: null, desk, why }));
    return why;
  }

  function saw(id: string): void {
    const desk = known.get(id);
    if (!desk) return;
    // Later than its pairing, whatever the clock says: that it has come is told by it.
    const atMs = Math.max(nowMs(), desk.pairedAtMs + 1);
    change(id, { lastSeenMs: atMs });
    // Also where it was last written by a clock that was ahead, which would else be shown after a restart until that time has come.
    if (hasCome(desk) && Math.abs(atMs - (seenWrittenMs.get(id) ?? desk.lastSeenMs)) < SEEN_WRITTEN_MS)
      return;
    writeSeen(id, atMs);
  }

  /** Nobody may hear of the desk for long: what it was last seen to do is worth more than once a minute. */
  function leave(id: string): void {
    const desk = known.get(id);
    if (desk && desk.lastSeenMs !== seenWrittenMs.get(id)) writeSeen(id, desk.lastSeenMs);
  }

  function writeSeen(id: string, atMs: number): void {
    seenWrittenMs.set(id, atMs);
    // A desk is answered, to see what is there, also where that cannot be written down.
    saveIfPossible(() => noteSeen(db, id, atMs));
    tell('desks');
  }

  function pairNow({ name: given, proof }: Parameters<Desks['pair']>[0]): PairingAnswer {
    const shown = present();
    if (!shown || !network) {
      noteRefused('', 'unknown');
      return { kind: 'no-code' };
    }
    if (waitMs() > 0) return { kind: 'wait', waitMs: waitMs() };
    const wrong = (readSetting(db, 'wrongPairingCodes') ?? 0) + 1;
    countWrong(wrong);
    const { fingerprint } = network;
    if (!isSame(proof, proofOf(shown.key, deskProofText({ fingerprint, name: given })))) {
      open = shown.wrong + 1 >= MOST_TRIES ? null : { ...shown, wrong: shown.wrong + 1 };
      record(DESK_ACTOR, null, 'pairing-refused', { visitId: null, wrong, codeEnded: open === null });
      return { kind: 'wrong', waitMs: waitMs() };
    }
    countWrong(0);
    const name = deskNameOf(given);
    if (name === null) return { kind: 'name-unusable' };
    const holder = holderOf(name);
    if (holder && hasCome(holder)) return { kind: 'name-taken' };
    const id = holder?.id ?? random.uuid();
    const key = randomBytes(32).toString('base64url');
    const desk = { id, name, keyHash: hashOf(key), pairedAtMs: nowMs(), pairedBy: shown.by };
    transaction(db, () => {
      // The answer to its first pairing was lost, or its disk did not take the key: the same desk comes once more.
      if (holder) giveNewKey(db, desk);
      else addDesk(db, desk);
      record(shown.by, name, 'desk-paired', { visitId: null, desk: name });
    });
    open = null;
    known.set(id, { ...desk, lastSeenMs: desk.pairedAtMs, shutOutAtMs: null });
    return {
      kind: 'paired',
      id,
      key,
      proof: proofOf(shown.key, siteProofText({ fingerprint, deskId: id, key })),
    };
  }

  return {
    openTo(next) {
      network = next;
      tell('desks');
    },
    keepCertificate({ certificate, key }) {
      const kept = readSetting(db, 'siteCertificate');
      if (kept?.certificate === certificate && kept.key === key) return;
      writeSetting(db, 'siteCertificate', { certificate, key });
    },
    keptCertificate: () => readSetting(db, 'siteCertificate'),
    network: () => network,
    list: () => [...known.values()].map((desk) => ({ ...desk, connected: streams.has(desk.id) })),

    async openPairing(by, at) {
      const code = newCode();
      const salt = randomBytes(16).toString('base64url');
      const asked = { by, at };
      making.add(asked);
      let isEnded = false;
      let key: Buffer;
      let picture: string[];
      try {
        key = await keyOfCode(code, salt);
        picture = await pictureOf(pairingPictureText(network?.addresses[0] ?? '', code));
      } finally {
        isEnded = !making.delete(asked);
      }
      if (isEnded) return;
      // Whoever may show a code vouches for the next tries, as a manager's new PIN does.
      countWrong(0);
      record(by, null, 'pairing-opened', { visitId: null, minutes: CODE_LIVES_MS / 60_000 });
      // Last: a code of which nothing could be written down is good for nothing, and is not shown.
      open = {
        code,
        picture,
        salt,
        key,
        by,
        at,
        wrong: 0,
        endsAtMs: nowMs() + CODE_LIVES_MS,
        diesAtMs: clock.monotonicMs() + CODE_LIVES_MS,
      };
    },
    closePairing() {
      endPairings(() => true);
      tell('desks');
    },
    endPairingOf(initials) {
      const isShown = open?.by === initials;
      endPairings(({ by }) => by === initials);
      if (isShown) tell('desks');
    },
    pairing: () => {
      const shown = present();
      if (!shown) return null;
      const { code, picture, endsAtMs, wrong } = shown;
      return { code, picture, endsAtMs, wrong };
    },
    pairingWaitMs: waitMs,
    pairingSalt() {
      return present()?.salt ?? null;
    },
    pair(request) {
      let answer: PairingAnswer = { kind: 'not-saved' };
      saveIfPossible(() => (answer = pairNow(request)));
      return answer;
    },

    recognise(id, key) {
      const desk = known.get(id);
      if (!desk || !isSame(hashOf(key), desk.keyHash)) return noteRefused(id, 'unknown');
      if (desk.shutOutAtMs !== null) return noteRefused(id, 'shut-out');
      saw(id);
      return { id, name: desk.name };
    },
    noteUnprotected() {
      if (isTold('unprotected'))
        record(DESK_ACTOR, null, 'desk-refused', { visitId: null, desk: null, why: 'unprotected' });
    },
    isPaired: (id) => known.get(id)?.shutOutAtMs === null,
    notePrintingRefused(id, why) {
      const desk = known.get(id)?.name ?? null;
      if (isTold(`${id} ${why}`))
        record(DESK_ACTOR, desk, 'desk-printing-refused', { visitId: null, desk, why });
    },
    rename(id, name) {
      const holder = holderOf(name);
      if (holder && holder.id !== id) return null;
      renameDesk(db, id, name);
      return () => change(id, { name });
    },
    shutOut(id) {
      const atMs = nowMs();
      markShutOut(db, id, atMs);
      return () => {
        change(id, { shutOutAtMs: atMs });
        // Whoever sat there has read it, and would bring another desk with it.
        endPairings(({ at }) => at === id);
        options.onShutOut(id);
        for (const end of [...(streams.get(id) ?? [])]) end();
      };
    },
    left: leave,
    listening(id, end) {
      const own = streams.get(id) ?? new Set();
      if (own.size === 0) streams.set(id, own);
      own.add(end);
      tell('desks');
      return () => {
        if (!own.delete(end)) return;
        if (own.size === 0) {
          streams.delete(id);
          saw(id);
          leave(id);
        }
        tell('desks');
      };
    },
  };
}
