// What the engine needs from the database in which a site keeps its copy.

/** What a desk tells the database of the copy about itself. */
export interface CopyHolder {
  readonly site: string;
  readonly epoch: number;
  /** A UUID of this desk. */
  readonly holder: string;
}

/** The answer to a desk that does not hold the site any more; see `Fenced` in store/copy/copy-state.ts. */
export interface CopyRefusal {
  readonly kind: 'fenced';
  readonly epoch: number;
  readonly by: string;
  readonly atMs: number;
  readonly copiedNumber: number;
  /** The fingerprint of the changes until then; null or missing: not known, as where an earlier version prepared the database. */
  readonly copiedChain?: string | null;
}

/** One start of a desk. Two machines with the same data folder, as where a disk was copied, are told apart by it. */
export interface CopyStart {
  /** A UUID. */
  readonly id: string;
  /** Earlier starts on the same data, which are over: their work is in it. */
  readonly after: readonly string[];
}

/** How far the copy is, for the desk that holds the site. */
export interface CopyAgreed {
  readonly kind: 'agreed';
  readonly epoch: number;
  readonly number: number;
  readonly chain: string;
  /** Everything until then is in the copy that is whole; null: none is. Missing, as `schema`, where that is version 1. */
  readonly copiedUntilMs?: number | null;
  /** The version of the database's schema; it may be brought up to date while desks work. */
  readonly schema?: number;
}

/** Changes on their way into the copy. They are taken whole or not at all. */
export interface CopyBatch {
  /** Where the copy must be, and where it is afterwards. */
  readonly afterNumber: number;
  readonly afterChain: string;
  readonly number: number;
  readonly chain: string;
  /** See {@link CopyStart.id}; left out by earlier versions. */
  readonly start?: string;
  /** A full copy begins with this batch: its first and last number. */
  readonly allAnew: { readonly from: number; readonly until: number } | null;
  readonly storeVersion: number;
  readonly copiedUntilMs: number | null;
  /** `sealed` null: deleted. */
  readonly rows: readonly CopyRecord<string | null>[];
  /** Counts for the fleet page, without anything about a patient. */
  readonly status: unknown;
}

/** A row of a desk's table as the copy holds it: encrypted, under a fingerprint of its key. */
export interface CopyRecord<Sealed = string> {
  readonly table: string;
  readonly key: string;
  readonly number: number;
  readonly sealed: Sealed;
}

/** A site as the database of the copy knows it, before anything is changed there. Times are milliseconds since the epoch. */
export interface CopySite {
  readonly epoch: number;
  /** The machine that worked with it last. */
  readonly holderName: string;
  /**
   * That machine saves nothing any more, and no other has begun its work yet: a take-over was cut short. Missing: an earlier version
   * prepared the database.
   */
  readonly isReplaced?: boolean;
  readonly keyCheck: string;
  readonly storeVersion: number;
  readonly number: number;
  readonly isWhole: boolean;
  readonly copiedUntilMs: number | null;
  readonly lastSignMs: number | null;
  /** The database's own time; missing: an earlier version prepared it. */
  readonly nowMs?: number;
  /** How many entries of the activity waited at the old machine when it was last heard of; earlier versions counted every row. */
  readonly notCopied: number;
  /** Which full copy is whole; missing: an earlier version prepared the database, and its records cannot be read before a take-over. */
  readonly generation?: number;
  /** For which service the old machine works, as it says itself; null or missing: an earlier version does not say. */
  readonly madeFor?: unknown;
}

/** Who holds the site while its records are read: another epoch than before means another desk. */
export interface CopyHeld {
  readonly epoch: number;
  readonly by: string;
}

/** Records of the copy that is whole, as they are at one moment. */
export interface CopyPage extends CopyHeld {
  readonly generation: number;
  /** How far the copy is. */
  readonly number: number;
  readonly records: readonly CopyRecord[];
}

/** A site's line on the fleet page. Times are milliseconds since the epoch, by the clock of whoever wrote them. */
export interface FleetSite {
  readonly site: string;
  readonly holderName: string;
  readonly epoch: number;
  readonly isWhole: boolean;
  readonly copiedUntilMs: number | null;
  readonly lastSignMs: number | null;
  /** The database's own time. */
  readonly nowMs: number;
  readonly status: unknown;
}

/** What was taken over, from whom. */
export interface CopyTaken {
  readonly kind: 'taken';
  readonly epoch: number;
  readonly number: number;
  readonly chain: string;
  readonly from: string;
  readonly copiedUntilMs: number | null;
  readonly lastSignMs: number | null;
  readonly notCopied: number;
}

/**
 * The PostgreSQL database of the copy. Every function rejects with {@link CopyDatabaseFailure} when it cannot be reached or
 * does not do what it is asked; then nothing was changed, or what was changed is changed once only when it is asked again.
 */
export interface CopyDatabase {
  look(site: string): Promise<CopySite>;
  /**
   * `held`: another desk holds the site, and this one never did. `at-work`: another machine with the same data folder has given a sign
   * of life just now.
   */
  agree(
    desk: CopyHolder,
    about: {
      readonly holderName: string;
      readonly keyCheck: string;
      /** Left out by earlier versions. */
      readonly start?: CopyStart;
    },
  ): Promise<
    | CopyAgreed
    | { readonly kind: 'held'; readonly by: string }
    | { readonly kind: 'at-work'; readonly by: string }
    | CopyRefusal
  >;
  /** `out-of-step`: the copy is not where the batch begins. */
  write(
    desk: CopyHolder,
    batch: CopyBatch,
  ): Promise<
    { readonly kind: 'copied'; readonly schema?: number } | { readonly kind: 'out-of-step' } | CopyRefusal
  >;
  /** Refused when somebody else took the site over since it was looked at. */
  takeOver(
    seen: Pick<CopyHolder, 'site' | 'epoch'>,
    by: { readonly holder: string; readonly holderName: string },
  ): Promise<CopyTaken | CopyRefusal>;
  /** For the desk that has taken over, of a database that an earlier version prepared; of others see {@link records}. */
  read(
    desk: CopyHolder,
    page: { readonly afterTable: string; readonly afterKey: string; readonly limit: number },
  ): Promise<{ readonly kind: 'records'; readonly records: readonly CopyRecord[] } | CopyRefusal>;
  /** The next records in the order of table and key, of those that were changed after `afterNumber`; also while another desk is at work. */
  records(
    site: string,
    page: {
      readonly afterNumber: number;
      readonly afterTable: string;
      readonly afterKey: string;
      readonly limit: number;
    },
  ): Promise<CopyPage>;
  /** How many records each table has. */
  counts(site: string): Promise<CopyHeld & { readonly counts: Readonly<Record<string, number>> }>;
  /** The next keys of one table. */
  keys(
    site: string,
    page: { readonly table: string; readonly afterKey: string; readonly limit: number },
  ): Promise<CopyHeld & { readonly keys: readonly string[] }>;
  fleet(): Promise<readonly FleetSite[]>;
  close(): Promise<void>;
}

/**
 * `unreachable`: no connection, or it broke. `refused`: the database does not accept the login, has no such site for it, or was
 * not prepared. The message is for a person and holds neither the address nor the password.
 */
export class CopyDatabaseFailure extends Error {
  readonly reason: 'unreachable' | 'refused';

  constructor(reason: CopyDatabaseFailure['reason'], message: string) {
    super(message);
    this.name = 'CopyDatabaseFailure';
    this.reason = reason;
  }
}
