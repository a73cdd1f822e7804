// The parts of an engine. `assemble-engine.ts` makes them, and the operations use them.
import type { Copier } from './copy/copier-interface.ts';
import type { FleetSite } from './ports/copy.ts';
import type {
  NETWORK_MODES,
  OFFICE_PRINTER_MODES,
  TRAINING_PRINTER_MODES,
} from '../contract/training-view.ts';
import type { PrintedDocument } from '../domain/printed-document.ts';
import type { ScannerRules } from '../domain/scanner.ts';
import type { TicketRules } from '../domain/ticket.ts';
import type { Desks } from './desks.ts';
import type { Clock, Log, Random } from './ports/machine.ts';
import type { DocumentReader, InspectPdf, MakePages, PictureReader } from './ports/pictures.ts';
import type { FindPrinters } from './ports/printers.ts';
import type { Presence } from './presence.ts';
import type { DeskPrinting } from './printing/afar/desk-printing.ts';
import type { OfficePrinter } from './printing/queue/page-printer.ts';
import type { DeskPrinter } from './printing/queue/desk-printers.ts';
import type { PrintQueue } from './printing/queue/print-queue.ts';
import type { Approvals } from './approvals.ts';
import type { RelaxationRules } from '../domain/relaxation.ts';
import type { BadgeTries } from './badge-tries.ts';
import type { SaveIfPossible } from './save-if-possible.ts';
import type { SignIns } from './sign-ins.ts';
import type { BadgeUse, SignInWay } from '../domain/staff.ts';
import type { ServiceClient } from './service/client.ts';
import type { Store } from './store/open.ts';
import type { Sync } from './sync-interface.ts';

/** What is fixed for this site, by its managed settings or by training mode. */
export interface Site {
  readonly mode: 'training' | 'live';
  readonly version: string;
  /** The program that runs the desk, for whoever looks for a fault: `Node 24.21.0 on linux`. */
  readonly runtime: string;
  readonly serviceAddress: string;
  readonly timeZone: string;
  /** Id or name of the location; null when people choose it at the desk. */
  readonly location: string | null;
  /** Of training mode and the managed settings. People add others at the desk: see `operations/site-printers.ts`. */
  readonly printers: readonly DeskPrinter[];
  /** Of the managed settings. */
  readonly officePrinters: readonly OfficePrinter[];
  /** Ids of the printers that are offered for a document while its own is in trouble; what is missing is chosen at the desk. */
  readonly standInPrinters: Partial<Readonly<Record<PrintedDocument, string>>>;
  /** What the site wants of its visit tickets; null: chosen at the desk, or as usual. */
  readonly ticket: TicketRules | null;
  readonly labelsPerRegistration: number;
  /** Who has waited for so many minutes is marked on the board. */
  readonly waitAlertMinutes: number;
  /** Whether links that lead out of the desk may be opened. */
  readonly outsideLinks: boolean;
  /** How people say who they are, and after how many idle minutes a window locks itself. */
  readonly people: {
    readonly signIn: SignInWay;
    readonly idleMinutes: number;
    /** What a badge is good for; left out: `choose`. */
    readonly badge?: BadgeUse;
    /** Who may relax what; null: anybody who may do the work itself. */
    readonly relaxations?: RelaxationRules | null;
  };
  /** How the site's scanners type; null: learned at the desk, or as most scanners do. */
  readonly scanner: ScannerRules | null;
  /** What was found beside the desk's own data when it started, and at the address of its service; left out: nothing. */
  readonly notices?: () => readonly SiteNotice[];
}

/**
 * `waiting-elsewhere`: changes wait in the database of another service in the same data folder, and this desk does not send them.
 * `another-laboratory`: the service has another address than before, and is not the one whose records this desk holds.
 * `time-zone-assumed`: nobody has named the site's time zone, and this machine's clock shows another time than that of the usual one.
 */
export interface SiteNotice {
  readonly id: string;
  readonly kind: 'waiting-elsewhere' | 'another-laboratory' | 'time-zone-assumed';
  /** In words for a person: what was found, where, and what is to be done. */
  readonly detail: string;
}

/** A label that a training printer has received, with a picture drawn from the received bytes. */
export interface TrainingLabel {
  readonly id: string;
  readonly receivedAtMs: number;
  readonly byteCount: number;
  readonly pngBase64: string | null;
  /** Why there is no picture; null when there is one. */
  readonly problem: string | null;
  /** The texts of the bar codes that were read in the picture. */
  readonly codes: readonly string[];
  readonly widthMm: number;
  readonly heightMm: number;
}

/** A training printer as it is now. */
export interface TrainingPrinterState {
  /** Its id among the desk's printers; the spare one is not among them by itself. */
  readonly id: string;
  /** People find it and set it up. */
  readonly spare: boolean;
  readonly kind: PrintedDocument;
  readonly speaks: string;
  readonly address: string;
  readonly mode: (typeof TRAINING_PRINTER_MODES)[number];
  readonly received: number;
  readonly held: number;
}

/** A document that the training office printer has received, with its first pages drawn from the received bytes. */
export interface TrainingPages {
  readonly id: string;
  readonly receivedAtMs: number;
  readonly byteCount: number;
  readonly pageCount: number;
  /** Why there are no pages; null when there are. */
  readonly problem: string | null;
  readonly pages: readonly {
    readonly pngBase64: string;
    readonly widthMm: number;
    readonly heightMm: number;
  }[];
}

/** An event that the embedded service delivers, or has delivered, to the address of its webhook. */
export interface TrainingDelivery {
  readonly event: string;
  readonly state: 'waiting' | 'delivered' | 'abandoned';
  readonly tries: number;
  readonly lastStatus: number | null;
  readonly lastProblem: string | null;
  readonly createdAtMs: number;
  readonly nextTryAtMs: number | null;
}

/** What can be set in training mode: the embedded service's network, clock and results, and the training printers. */
export interface Training {
  offline(): boolean;
  setOffline(offline: boolean): void;
  network(): (typeof NETWORK_MODES)[number];
  setNetwork(mode: (typeof NETWORK_MODES)[number]): Promise<void>;
  serviceNowMs(): number;
  advanceClock(seconds: number): void;
  scenarios(): readonly string[];
  nextScenario(): string | null;
  /**
   * The result of the next registration, as `domain/scenario-course.ts` writes it; null means the ordinary one. A
   * scenario or timing that does not exist is refused as `rejected`.
   */
  setNextScenario(scenario: string | null): void;
  /** The scenario for a registration that is made now. Asking forgets it, so that it is used once. */
  takeNextScenario(): string | null;
  /**
   * Their samples were taken, so their results may come. Ids of the service, or the `foreign_id` where it has none yet;
   * a registration with an appointment gives no results before.
   */
  samplesTaken(registrations: readonly string[]): void;
  /** The status with which the next request of the desk will be answered; null: as the service answers by itself. */
  forcedStatus(): number | null;
  /** The last status that was used up, and when, in milliseconds since the epoch by this machine's clock. */
  forcedUsed(): { readonly status: number; readonly atMs: number } | null;
  forceNextStatus(status: number | null): void;
  /** The status for a request that begins now. Asking forgets it, so that it is used once. */
  takeForcedStatus(): number | null;
  /** The latest events of the embedded service, newest first. */
  deliveries(limit: number): readonly TrainingDelivery[];
  printers(): readonly TrainingPrinterState[];
  /** A printer that is not there is refused as `not-found`. */
  setPrinterMode(printerId: string, mode: (typeof TRAINING_PRINTER_MODES)[number]): Promise<void>;
  /** Of all training printers, newest first. */
  labels(limit: number): Promise<readonly (TrainingLabel & { readonly printerId: string })[]>;
  clearLabels(): void;
  office(): {
    readonly address: string;
    readonly mode: (typeof OFFICE_PRINTER_MODES)[number];
    readonly received: number;
  };
  setOfficeMode(mode: (typeof OFFICE_PRINTER_MODES)[number]): Promise<void>;
  /** Newest first. */
  pages(limit: number): Promise<readonly TrainingPages[]>;
  clearPages(): void;
}

/** The door for the service's events, as the host has opened it. */
export interface EventIntake {
  /** As in `http://127.0.0.1:7444/webhook`. */
  readonly address: string;
  /** How many deliveries were refused since the start: for their secret, and for anything else. */
  refused(): { readonly wrongSecret: number; readonly others: number };
}

/** What the engine is assembled from. `app/` makes the real parts, tests make their own. */
export interface EngineParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly service: ServiceClient;
  readonly documentReader: DocumentReader;
  readonly pictureReader: PictureReader;
  readonly inspectPdf: InspectPdf;
  readonly makePages: MakePages;
  readonly findPrinters: FindPrinters;
  readonly sync: Sync;
  readonly printQueue: PrintQueue;
  readonly saveIfPossible: SaveIfPossible;
  readonly signIns: SignIns;
  readonly badgeTries: BadgeTries;
  readonly desks: Desks;
  readonly deskPrinting: DeskPrinting;
  readonly approvals: Approvals;
  /** Null at a site without a copy. */
  readonly copier: Copier | null;
  /** Reads all sites of the copy's database; null where this desk has no login for it. */
  readonly readFleet: (() => Promise<readonly FleetSite[]>) | null;
  readonly presence: Presence;
  /** Null: this desk takes no events. */
  readonly eventIntake: EventIntake | null;
  readonly site: Site;
  /** Null in live mode. */
  readonly training: Training | null;
}
