// Where screens lead to across features. Every other path stands in routes.ts only.

/** In the address in place of a slot, where a location follows and no slot is chosen yet. */
export const ANY_SLOT = 'any';

/**
 * Paths within the app; in an `href` they stand behind `#`.
 * @example navigate(links.visit(visitId)) // '/visit/…'
 */
export const links = {
  board: '/',
  /** The board of a day, `YYYY-MM-DD`. */
  day: <Day extends string>(date: Day) => `/day/${date}` as const,
  visit: <Id extends string>(visitId: Id) => `/visit/${visitId}` as const,
  /** A visit beside the board of a day. */
  visitOnDay: <Day extends string, Id extends string>(date: Day, visitId: Id) =>
    `/day/${date}/visit/${visitId}` as const,
  /** The boards of several locations beside each other. */
  sideBySide: '/locations',
  sideBySideOn: <Day extends string>(date: Day) => `/locations/${date}` as const,
  walkIn: '/walk-in',
  /** Books somebody for a day; for today as {@link links.walkIn}. */
  bookOn: <Day extends string>(date: Day) => `/walk-in/${date}` as const,
  /** The same with a slot that is chosen already. */
  bookSlot: <Day extends string>(date: Day, slotId: string) => `/walk-in/${date}/${slotId}` as const,
  /** The same at another location than the desk's; `slotId`: {@link ANY_SLOT} where none is chosen yet. */
  bookElsewhere: <Day extends string>(date: Day, slotId: string, locationId: string) =>
    `/walk-in/${date}/${slotId}/${locationId}` as const,
  /** Labels of several people at once. */
  labelBatch: '/labels',
  calendar: '/calendar',
  calendarDay: <Day extends string>(date: Day) => `/calendar/${date}` as const,
  /** The lab results of a registration. */
  results: <Id extends string>(registrationId: Id) => `/results/${registrationId}` as const,
  patients: '/patients',
  newPatient: '/patients/new',
  patient: <Id extends string>(patientId: Id) => `/patients/${patientId}` as const,
  registrations: '/registrations',
  /** The list narrowed to what `filter` says; see features/registrations/filter-address.ts. */
  registrationsBy: <Filter extends string>(filter: Filter) => `/registrations/by/${filter}` as const,
  registration: <Id extends string>(registrationId: Id) => `/registrations/${registrationId}` as const,
  /** The calendar of a day, to choose the slot to which the appointment of a visit is moved. */
  moveAppointment: <Day extends string, Id extends string>(date: Day, visitId: Id) =>
    `/calendar/${date}/${visitId}` as const,
  orders: '/orders',
  newOrder: '/orders/new',
  order: <Id extends string>(orderId: Id) => `/orders/${orderId}` as const,
  guide: '/guide',
  guidePage: <Page extends string>(page: Page) => `/guide/${page}` as const,
  /** The viewer of a registration's form, label or results: `trf`, `label`, `results`. */
  document: <Kind extends string, Id extends string>(kind: Kind, registrationId: Id) =>
    `/documents/${kind}/${registrationId}` as const,
  catalogue: '/catalogue',
  /** The catalogue narrowed to what `filter` says; see features/catalogue/filter-address.ts. */
  catalogueBy: <Filter extends string>(filter: Filter) => `/catalogue/by/${filter}` as const,
  product: <Id extends string>(productId: Id) => `/catalogue/${productId}` as const,
  /** The same by its name for web addresses. */
  productBySlug: (slug: string) => `/catalogue/slug/${encodeURIComponent(slug)}` as const,
  outbox: '/waiting',
  activity: '/activity',
  /** The activity narrowed to what `filter` says; see features/activity/filter-address.ts. */
  activityBy: <Filter extends string>(filter: Filter) => `/activity/by/${filter}` as const,
  service: '/service',
  settings: '/settings',
  printing: '/printing',
  printers: '/printers',
} as const;

/** For a plain link. @example <a href={hrefOf(links.visit(row.id))}> */
export function hrefOf(path: string): string {
  return `#${path}`;
}
