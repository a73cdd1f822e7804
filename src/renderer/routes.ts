// Every screen by its path: one line for each. The rail, the palette, the keys and the address read them from here.
import {
  FlaskConical,
  BookOpen,
  CalendarDays,
  ClipboardList,
  ClipboardPenLine,
  CloudUpload,
  GraduationCap,
  History,
  ListOrdered,
  IdCard,
  MonitorSmartphone,
  Package,
  Printer,
  ServerCog,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Output } from '../contract/index.ts';
import { ScreenToCome } from './shared/connection/to-come.tsx';
import { links } from './shared/links.ts';
import { onDemand, type OnDemand } from './ui/on-demand.ts';

/** The parts of the rail, from top to bottom. */
export const RAIL_GROUPS = [
  { group: 'today', words: 'Today' },
  { group: 'records', words: 'Records' },
  { group: 'desk', words: 'This desk' },
] as const;

export interface Route {
  readonly path: string;
  /** What follows the path in addresses of this screen, such as a day: `/:date?`. */
  readonly rest?: string;
  /** What the palette calls going there. Null: a screen of one record, which is gone to from that record only. */
  readonly goWords: string | null;
  /** One printable key that goes there from anywhere. */
  readonly key?: string;
  /** Its place in the rail, within its group in the order of this list; without it the rail leaves it out. */
  readonly rail?: {
    readonly group: (typeof RAIL_GROUPS)[number]['group'];
    readonly words: string;
    readonly icon: LucideIcon;
    /** What waits there for a person; the number stands beside the words. */
    readonly count?: keyof Pick<Output<'connection.get'>, 'toDecide' | 'printProblems'>;
  };
  readonly trainingOnly?: boolean;
  /** Loaded when it is first gone to. Null: the board, and the visit beside it, which app/screens.tsx lays out. */
  readonly screen: ComponentType | null;
}

const screens: OnDemand[] = [];
const screen = (load: () => Promise<ComponentType>): ComponentType => {
  const made = onDemand(load, ScreenToCome);
  screens.push(made);
  return made.component;
};

/** Fetches `first` and then every screen's script while `mayLoad` says so, so that going to one is never waited for. */
export async function loadScreensAhead(mayLoad: () => boolean, first: () => Promise<void>): Promise<void> {
  for (const load of [first, ...screens.map((one) => one.load)]) {
    if (!mayLoad()) return;
    // One that cannot be had now is asked for again when it is gone to, and holds up none of the others.
    await load().catch(() => undefined);
  }
}

/** The component that is shown at the path of a route; null while its script is not there. */
export function loadedScreen(path: string): ComponentType | null {
  const shown = routes.find((route) => route.path === path)?.screen;
  return screens.find(({ component }) => component === shown)?.loaded() ?? null;
}

// prettier-ignore
/**
 * In the order of the rail's groups. A new screen is one more line.
 * @example routes.find(({ path }) => path === '/printing')?.key // 'Q'
 */
export const routes: readonly Route[] = [
  { path: links.board, goWords: 'Go to today’s board', key: 'B', rail: { group: 'today', words: 'Board', icon: ClipboardList }, screen: null },
  { path: '/worklist', goWords: 'Go to the worklist', key: 'L', rail: { group: 'today', words: 'Worklist', icon: ListOrdered }, screen: screen(async () => (await import('./features/worklist/worklist.tsx')).Worklist) },
  { path: links.calendar, rest: '/:date?/:visitId?', goWords: 'Go to the calendar', key: 'M', rail: { group: 'today', words: 'Calendar', icon: CalendarDays }, screen: screen(async () => (await import('./features/calendar/calendar.tsx')).Calendar) },
  { path: links.patients, rest: '/:id?', goWords: 'Go to patients', key: 'J', rail: { group: 'records', words: 'Patients', icon: UsersRound }, screen: screen(async () => (await import('./features/patients/patients.tsx')).Patients) },
  { path: links.registrations, rest: '/:id?/:filter?', goWords: 'Go to all registrations', key: 'G', rail: { group: 'records', words: 'Registrations', icon: ClipboardPenLine }, screen: screen(async () => (await import('./features/registrations/registrations.tsx')).Registrations) },
  { path: links.sideBySide, rest: '/:date?', goWords: 'Go to the locations side by side', screen: screen(async () => (await import('./features/side-by-side/side-by-side.tsx')).SideBySide) },
  { path: links.labelBatch, goWords: 'Print labels for several people', screen: screen(async () => (await import('./features/label-batch/label-batch.tsx')).LabelBatch) },
  { path: links.orders, rest: '/:id?', goWords: 'Go to the orders', rail: { group: 'records', words: 'Orders', icon: Package }, screen: screen(async () => (await import('./features/orders/orders.tsx')).Orders) },
  { path: links.walkIn, rest: '/:date?/:slotId?/:locationId?', goWords: 'Book a walk-in', key: 'W', screen: screen(async () => (await import('./features/walk-in/walk-in.tsx')).WalkIn) },
  { path: links.catalogue, rest: '/:id?/:filter?', goWords: 'Go to the catalogue', rail: { group: 'records', words: 'Catalogue', icon: FlaskConical }, screen: screen(async () => (await import('./features/catalogue/catalogue.tsx')).Catalogue) },
  { path: '/documents', rest: '/:kind/:registrationId', goWords: null, screen: screen(async () => (await import('./features/documents/documents.tsx')).Documents) },
  { path: '/results', rest: '/:registrationId', goWords: null, screen: screen(async () => (await import('./features/results/results.tsx')).Results) },
  { path: links.outbox, goWords: 'Go to the outbox and what needs attention', key: 'O', rail: { group: 'desk', words: 'Outbox', icon: CloudUpload, count: 'toDecide' }, screen: screen(async () => (await import('./features/outbox/outbox.tsx')).Outbox) },
  { path: links.printing, goWords: 'Go to the print queue', key: 'Q', rail: { group: 'desk', words: 'Print queue', icon: Printer, count: 'printProblems' }, screen: screen(async () => (await import('./features/printing/printing.tsx')).Printing) },
  { path: links.printers, goWords: 'Go to the printers', screen: screen(async () => (await import('./features/printers/printers.tsx')).Printers) },
  { path: links.activity, rest: '/:by?/:filter?', goWords: 'Go to activity', rail: { group: 'desk', words: 'Activity', icon: History }, screen: screen(async () => (await import('./features/activity/activity.tsx')).Activity) },
  { path: '/people', goWords: 'Go to the people who work here', rail: { group: 'desk', words: 'People', icon: IdCard }, screen: screen(async () => (await import('./features/people/people.tsx')).People) },
  { path: '/desks', goWords: 'Go to the desks of this site', rail: { group: 'desk', words: 'Desks', icon: MonitorSmartphone }, screen: screen(async () => (await import('./features/desks/desks.tsx')).Desks) },
  { path: links.settings, goWords: 'Go to the settings', screen: screen(async () => (await import('./features/settings/settings.tsx')).Settings) },
  { path: links.service, goWords: 'Go to the service: events, scenarios, diagnosis', rail: { group: 'desk', words: 'Service', icon: ServerCog }, screen: screen(async () => (await import('./features/service/service.tsx')).Service) },
  { path: '/fleet', goWords: 'Go to the fleet: all sites of the copy', screen: screen(async () => (await import('./features/fleet/fleet.tsx')).Fleet) },
  { path: links.guide, rest: '/:page?', goWords: 'Go to the guide', key: 'I', rail: { group: 'desk', words: 'Help', icon: BookOpen }, screen: screen(async () => (await import('./features/help/help.tsx')).Help) },
  { path: '/training', goWords: 'Go to training', rail: { group: 'desk', words: 'Training', icon: GraduationCap }, trainingOnly: true, screen: screen(async () => (await import('./features/training/training.tsx')).Training) },
];
