// Who may do what: one entry for each desk operation. The engine asks this table for every call of a desk on which people
// sign in; screens show what is refused with its reason. A test fails when an operation has no entry.
import { ROLES, type Role } from './staff.ts';

/** `anybody`: also while nobody has signed in, so its answer holds nothing about patients. */
export type Permission = 'anybody' | readonly Role[];

const EVERY_ROLE: readonly Role[] = ROLES;
const RECEPTION: readonly Role[] = ['reception', 'lead', 'manager'];
const PHLEBOTOMY: readonly Role[] = ['phlebotomist', 'lead', 'manager'];
const LEAD: readonly Role[] = ['lead', 'manager'];
const MANAGER: readonly Role[] = ['manager'];

export const PERMISSIONS = {
  // What a locked window needs in order to say where it is, and to be unlocked.
  'session.get': 'anybody',
  'staff.list': 'anybody',
  'staff.me': 'anybody',
  'staff.isSwitchedOff': 'anybody',
  'staff.setUp': 'anybody',
  'staff.signIn': 'anybody',
  'staff.useBadge': 'anybody',
  'staff.signOut': 'anybody',
  'staff.stillHere': EVERY_ROLE,
  'staff.approve': EVERY_ROLE,

  'staff.people': MANAGER,
  'staff.add': MANAGER,
  'staff.change': MANAGER,
  'staff.setPin': MANAGER,
  'staff.setBadge': MANAGER,

  'desks.list': MANAGER,
  'desks.openPairing': MANAGER,
  'desks.closePairing': MANAGER,
  'desks.rename': MANAGER,
  'desks.shutOut': MANAGER,

  // Of everybody's work only a lead sees all; see `seesEverybody`.
  'activity.list': EVERY_ROLE,
  'activity.choices': EVERY_ROLE,
  'activity.export': LEAD,
  'board.days': EVERY_ROLE,
  'board.get': EVERY_ROLE,
  'catalogue.choices': EVERY_ROLE,
  'catalogue.find': EVERY_ROLE,
  'catalogue.product': EVERY_ROLE,
  'connection.get': EVERY_ROLE,
  'copy.get': EVERY_ROLE,
  'opening.get': EVERY_ROLE,
  'dayList.get': EVERY_ROLE,
  'dayList.print': EVERY_ROLE,
  'documents.get': EVERY_ROLE,
  'documents.print': EVERY_ROLE,
  'documents.seeNotRead': EVERY_ROLE,
  'documents.standing': EVERY_ROLE,
  'drafts.keep': EVERY_ROLE,
  'drafts.list': EVERY_ROLE,
  'localForms.get': EVERY_ROLE,
  'localForms.print': EVERY_ROLE,
  'localForms.settle': EVERY_ROLE,
  'printers.list': EVERY_ROLE,
  'retention.get': EVERY_ROLE,
  'products.find': EVERY_ROLE,
  'products.list': EVERY_ROLE,
  'scan.foresee': EVERY_ROLE,
  'scan.picture': EVERY_ROLE,
  'scan.read': EVERY_ROLE,
  'scan.submit': EVERY_ROLE,
  'search.find': EVERY_ROLE,
  'slots.list': EVERY_ROLE,
  'slots.month': EVERY_ROLE,
  'sync.now': EVERY_ROLE,

  // The way of a visit. Both sides of the desk receive people, so that neither waits for the other.
  'visits.get': EVERY_ROLE,
  'visits.company': EVERY_ROLE,
  'visits.checkIn': EVERY_ROLE,
  'visits.assignPatient': EVERY_ROLE,
  'visits.move': EVERY_ROLE,
  'visits.cancelAppointment': RECEPTION,
  'visits.moveAppointment': RECEPTION,
  'testPage.print': EVERY_ROLE,
  'tickets.print': EVERY_ROLE,
  'walkIn.hold': RECEPTION,
  'walkIn.release': RECEPTION,
  'walkIn.bookOver': RECEPTION,
  'walkIn.confirm': RECEPTION,
  'walkIn.giveUp': RECEPTION,
  // What is done with samples.
  'labels.print': PHLEBOTOMY,
  'labels.printFor': PHLEBOTOMY,
  'labels.toPrint': EVERY_ROLE,
  'labels.batches': EVERY_ROLE,
  'labels.confirmDestroyed': PHLEBOTOMY,
  'labels.confirmTubesChecked': PHLEBOTOMY,
  'visits.collect': PHLEBOTOMY,
  'visits.sampleNotTaken': PHLEBOTOMY,
  'visits.sampleToTake': PHLEBOTOMY,

  'patients.count': EVERY_ROLE,
  'patients.create': EVERY_ROLE,
  'patients.get': EVERY_ROLE,
  'patients.record': EVERY_ROLE,
  'patients.search': EVERY_ROLE,
  'patients.visitsToday': EVERY_ROLE,
  'registrations.assign': EVERY_ROLE,
  'registrations.assignAppointment': EVERY_ROLE,
  'registrations.create': RECEPTION,
  'registrations.find': EVERY_ROLE,
  'registrations.get': EVERY_ROLE,
  'registrations.list': EVERY_ROLE,
  'registrations.part': EVERY_ROLE,
  'registrations.requests': EVERY_ROLE,
  'registrations.statuses': EVERY_ROLE,
  'registrations.retest': LEAD,
  'registrations.sendCompleteEmail': RECEPTION,
  'registrations.update': RECEPTION,
  'results.get': EVERY_ROLE,
  'results.keepDocument': EVERY_ROLE,
  'results.out': EVERY_ROLE,
  // It is not shown any more once somebody has said so.
  'results.holderTold': LEAD,
  'results.read': EVERY_ROLE,
  'results.readEarlier': EVERY_ROLE,

  'orders.customers': RECEPTION,
  'orders.knownAddress': RECEPTION,
  'orders.create': RECEPTION,
  'orders.find': EVERY_ROLE,
  'orders.get': EVERY_ROLE,
  'orders.list': EVERY_ROLE,
  'orders.read': EVERY_ROLE,
  'orders.terms': EVERY_ROLE,
  // They cost money, or cannot be taken back.
  'orders.cancel': LEAD,
  'orders.refund': LEAD,
  'orders.reship': LEAD,

  'outbox.get': EVERY_ROLE,
  'outbox.list': EVERY_ROLE,
  'outbox.retry': EVERY_ROLE,
  'outbox.editPatient': EVERY_ROLE,
  'outbox.linkExisting': EVERY_ROLE,
  // Something that was saved is given up, or may be done twice.
  'outbox.discard': LEAD,
  'outbox.repeat': LEAD,
  'outbox.settle': LEAD,
  'printJobs.list': EVERY_ROLE,
  'printJobs.cancel': EVERY_ROLE,
  'printJobs.cancelAtPrinter': EVERY_ROLE,
  'printJobs.markPrinted': EVERY_ROLE,
  'printJobs.retry': EVERY_ROLE,
  'printJobs.move': EVERY_ROLE,
  'printJobs.moveSeveral': EVERY_ROLE,
  'printJobs.settle': EVERY_ROLE,
  // Whoever waits for something may stop it; its name is known to nobody else.
  'printers.stopAsking': EVERY_ROLE,

  // How the desk is set.
  'printers.add': LEAD,
  'printers.ask': LEAD,
  'printers.find': LEAD,
  'printers.chooseStandIn': LEAD,
  'printers.printSheet': LEAD,
  'printers.change': LEAD,
  'printers.choose': LEAD,
  'printers.remove': LEAD,
  'scanner.forget': LEAD,
  'scanner.learn': LEAD,
  'tickets.setRules': LEAD,
  'session.chooseLocation': MANAGER,
  'copy.showRecoveryKey': MANAGER,
  'fleet.get': MANAGER,
  'service.deliveries': LEAD,
  'service.diagnosis': EVERY_ROLE,
  'service.forceStatus': EVERY_ROLE,
  'service.intake': LEAD,
  'service.scenarios': EVERY_ROLE,
  'service.webhook': LEAD,
  'service.setWebhook': MANAGER,

  // Training mode alone has them.
  'training.advanceClock': EVERY_ROLE,
  'training.clearLabels': EVERY_ROLE,
  'training.clearPages': EVERY_ROLE,
  'training.pages': EVERY_ROLE,
  'training.setOfficeMode': EVERY_ROLE,
  'training.get': EVERY_ROLE,
  'training.labels': EVERY_ROLE,
  'training.setNetwork': EVERY_ROLE,
  'training.setNextScenario': EVERY_ROLE,
  'training.setOffline': EVERY_ROLE,
  'training.setPrinterMode': EVERY_ROLE,
} as const satisfies Readonly<Record<string, Permission>>;

/** The name of a desk operation that the table knows. */
export type PermittedOperation = keyof typeof PERMISSIONS;

/** Whether a role sees what everybody did, with the patients; others see what they did themselves, and all of a visit. */
export function seesEverybody(role: Role): boolean {
  return LEAD.includes(role);
}

/** What somebody of a role may not do: the operation → the roles that may. */
export function refusedTo(role: Role): Partial<Record<PermittedOperation, readonly Role[]>> {
  const names = Object.keys(PERMISSIONS) as PermittedOperation[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const allowed: Permission = PERMISSIONS[name];
      return allowed === 'anybody' || allowed.includes(role) ? [] : [[name, allowed] as const];
    }),
  );
}
