// The handlers of the endpoints of test registrations.
import { productSummary } from '../catalogue/catalogue.ts';
import { missing, wrongState } from '../refusal.ts';
import { appointmentRecord } from '../rules/appointments.ts';
import { orderRecord, retest } from '../rules/orders.ts';
import { patientRecord } from '../rules/patients.ts';
import { createdRegistrationRecord } from '../rules/registration-record.ts';
import { productsOf, resultsOf } from '../rules/registration-results.ts';
import {
  createRegistration,
  existingRegistration,
  registrationsByBarcode,
  updateRegistration,
} from '../rules/registrations.ts';
import type { World } from '../rules/world.ts';
import type { RegistrationRow } from '../store/registrations.ts';
import { bytesOf, created, htmlPage, noContent, ok, writtenJson, type Answer } from './answer.ts';
import type { Handlers } from './bind.ts';
import { envelope, pageAsked, pageOf } from './pages.ts';

type Names = Extract<keyof Handlers, `registrations.${string}`>;

/** Imported at first use: documents need fonts and a PDF writer, and a start should not wait for them. */
const documents = () => import('../documents/documents.ts');

const written = (row: RegistrationRow): Answer => writtenJson(row.record);

export function registrationHandlers(world: World, assets: () => string): Handlers<Names> {
  const { store } = world;
  const existing = (key: string): RegistrationRow => existingRegistration(world, key);
  const withPatient = (key: string): RegistrationRow => {
    const row = existing(key);
    if (row.patient_id === null) throw missing('No patient is assigned.');
    return row;
  };
  return {
    'registrations.create': ({ body }) => created(createdRegistrationRecord(createRegistration(world, body))),
    'registrations.list': ({ query }) => {
      const asked = pageAsked(query);
      const head = JSON.stringify(envelope(asked, store.countRegistrations()));
      const items = store.pageOfRecords(asked.offset, asked.size);
      return writtenJson(`${head.slice(0, -1)},"items":[${items}]}`);
    },
    'registrations.get': ({ params }) => written(existing(params.id)),
    'registrations.update': ({ params, body }) => written(updateRegistration(world, params.id, body)),
    'registrations.getByBarcode': ({ params, query }) => {
      const rows = registrationsByBarcode(world, params.barcode);
      const [only] = rows;
      if (only && rows.length === 1) return written(only);
      return ok(
        pageOf(
          query,
          rows.map((row) => JSON.parse(row.record) as unknown),
        ),
      );
    },
    'registrations.labResults': ({ params, query }) => {
      const row = existing(params.id);
      return row.results_ready === 1 ? ok(pageOf(query, resultsOf(world, row))) : noContent;
    },
    'registrations.trf': async ({ params, query }) => {
      const row = existing(params.id);
      const { trfHtml, trfPdf } = await documents();
      return query.show_as_html === 1 ? htmlPage(trfHtml(world, row)) : pdfAnswer(await trfPdf(world, row));
    },
    'registrations.label': async ({ params, query }) => {
      const row = withPatient(params.id);
      const { labelHtml, labelPdf } = await documents();
      return query.show_as_html === 1
        ? htmlPage(labelHtml(world, row))
        : pdfAnswer(await labelPdf(world, row));
    },
    'registrations.resultsPdf': async ({ params }) => {
      const row = withPatient(params.id);
      const { resultsPdf } = await documents();
      return pdfAnswer(await resultsPdf(world, row));
    },
    'registrations.retest': ({ params }) => {
      const row = retest(world, existing(params.id));
      return { ...written(row), status: 201 } as Answer;
    },
    'registrations.sendCompleteEmail': ({ params, body }) => {
      const row = existing(params.id);
      if (row.patient_id !== null) throw wrongState('A patient is assigned already.');
      store.together(() => store.addSentEmail(row.id, body.email, world.clock.nowMs()));
      return ok({ sent: true, email: body.email });
    },
    'registrations.products': ({ params, query }) => {
      const products = productsOf(existing(params.id));
      return ok(
        pageOf(
          query,
          products.map((product) => productSummary(product, assets())),
        ),
      );
    },
    'registrations.order': ({ params }) => {
      const row = existing(params.id);
      const order = row.purchase_id === null ? undefined : store.order(row.purchase_id);
      if (!order) throw missing('The registration has no order.');
      return ok(orderRecord(world, order));
    },
    'registrations.patient': ({ params }) => {
      const patient = store.patient(withPatient(params.id).patient_id ?? '');
      if (!patient) throw missing('No patient is assigned.');
      return ok(patientRecord(patient));
    },
    'registrations.appointment': ({ params }) => {
      const row = existing(params.id);
      const appointment = row.appointment_id === null ? undefined : store.appointment(row.appointment_id);
      if (!appointment) throw missing('The registration has no appointment.');
      return ok(appointmentRecord(appointment, world.timeZone));
    },
    'registrations.labId': ({ params }) => ok({ lab_id: existing(params.id).lab_id }),
  };
}

const pdfAnswer = (bytes: Uint8Array): Answer => bytesOf(bytes, 'application/pdf');
