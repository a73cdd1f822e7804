// Everything the sandbox keeps, behind one object.
import { createAppointmentStore, type AppointmentStore } from './appointments.ts';
import { openDatabase } from './database.ts';
import { createPeopleStore, type PeopleStore } from './people.ts';
import { createPurchaseStore, type PurchaseStore } from './purchases.ts';
import { createRegistrationStore, type RegistrationStore } from './registrations.ts';
import { createWebhookStore, type WebhookStore } from './webhook-deliveries.ts';

export interface Store extends PeopleStore, AppointmentStore, PurchaseStore, RegistrationStore, WebhookStore {
  /** Runs `work` as one transaction: all of it happens, or, when it throws, none. May be nested. */
  together<Value>(work: () => Value): Value;
  /** Grows with each transaction. */
  changes(): number;
  close(): void;
}

/** Opens the sandbox's data. Throws {@link UnusableDataFile}. */
export function openStore(file: string, encryptionKey?: Uint8Array): Store {
  const db = openDatabase(file, encryptionKey);
  let changes = 0;
  return {
    ...createPeopleStore(db),
    ...createAppointmentStore(db),
    ...createPurchaseStore(db),
    ...createRegistrationStore(db),
    ...createWebhookStore(db),
    together: (work) => {
      if (db.inTransaction) return work();
      changes += 1;
      return db.transaction(work).immediate();
    },
    changes: () => changes,
    close: () => {
      db.close();
    },
  };
}
