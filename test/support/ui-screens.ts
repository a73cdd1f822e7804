// Which screens `npm run ui` looks at. Each route of the app is among them: a unit test compares them.

/** Screens that have their address from the start. */
export const SCREENS_BY_ADDRESS = {
  board: '#/',
  worklist: '#/worklist',
  calendar: '#/calendar',
  'side-by-side': '#/locations',
  'walk-in': '#/walk-in',
  'label-batch': '#/labels',
  patients: '#/patients',
  'new-patient': '#/patients/new',
  registrations: '#/registrations',
  orders: '#/orders',
  'order-builder': '#/orders/new',
  catalogue: '#/catalogue',
  waiting: '#/waiting',
  printing: '#/printing',
  printers: '#/printers',
  activity: '#/activity',
  people: '#/people',
  desks: '#/desks',
  settings: '#/settings',
  service: '#/service',
  fleet: '#/fleet',
  guide: '#/guide',
  training: '#/training',
} as const;

/** Screens of one record, which has to be opened first; what their address begins with. */
export const SCREENS_OF_A_RECORD = {
  visit: '#/visit/',
  patient: '#/patients/',
  registration: '#/registrations/',
  product: '#/catalogue/',
  order: '#/orders/',
  result: '#/results/',
  document: '#/documents/',
} as const;
