// All tables of the sandbox behind one object.
import { createAppointmentStore, type AppointmentStore } from './appointments.ts';
import { openDatabase } from './database.ts';
import { createPeopleStore, type PeopleStore } from './people.ts';
import { createOrderStore, type OrderStore } from './orders.ts';
import { createRegistrationStore, type RegistrationStore } from './registrations.ts';
import { createWebhookStore, type WebhookStore } from './webhook-deliveries.ts';

/** The data of the sandbox. Reads may be done anywhere; writes belong into `together`. */
export interface Store extends PeopleStore, AppointmentStore, OrderStore, RegistrationStore, WebhookStore {
  /**
   * Runs `work` in one transaction: when it throws, nothing of it is kept. A nested call joins the outer transaction.
   */
  together<Value>(work: () => Value): Value;
  /** A number that grows with each transaction, so that a caller can tell whether anything may have been written. */
  changes(): number;
  close(): void;
}

/** Opens the sandbox's data file (see `openDatabase`). Throws {@link UnusableDataFile}. */
export function openStore(file: string, encryptionKey?: Uint8Array): Store {
  const db = openDatabase(file, encryptionKey);
  let changes = 0;
  return {
    ...createPeopleStore(db),
    ...createAppointmentStore(db),
    ...createOrderStore(db),
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
