// Adds very many registrations at once, for benchmarks.
import { allProducts } from '../catalogue/catalogue.ts';
import { createPatient } from '../rules/patients.ts';
import { addRegistration } from '../rules/registrations.ts';
import type { World } from '../rules/world.ts';
import { seededChance } from '../stable.ts';
import { createPeople } from './people.ts';

const AT_ONCE = 2_000;
const PER_PATIENT = 10;

/** Adds `total` registrations that stay pending for ever. */
export function fillWithRegistrations(world: World, total: number): void {
  const chance = seededChance('bulk');
  const nextPerson = createPeople(chance, false);
  for (let done = 0; done < total; done += AT_ONCE) {
    world.store.together(() => {
      for (let index = done; index < Math.min(done + AT_ONCE, total); index += PER_PATIENT) {
        const { nhsNumber: _nhsNumber, ...person } = nextPerson();
        const patient = createPatient(world, person);
        for (let more = index; more < Math.min(index + PER_PATIENT, total); more += 1) {
          const row = addRegistration(world, {
            products: [chance.pick(allProducts())],
            patient,
            foreignId: null,
            appointmentId: null,
            orderId: null,
            parentId: null,
            biomarkerCodes: null,
            status: 'pending',
            course: { scenario: 'pending_forever', delayMs: 0, targets: [] },
          });
          world.store.saveRegistration({ ...row, due_ms: null });
        }
      }
    });
  }
}
