// The parts of a registration that only the service has. Each is read when somebody asks for it and kept with its time,
// so that it can be shown, with its age, while the service does not answer.
import type { RegistrationPart } from '../../../contract/registration-views.ts';
import type { Output } from '../../../contract/index.ts';
import { AppException, conflict, offline } from '../../../domain/app-error.ts';
import { formatName } from '../../../domain/person-name.ts';
import { formatDate, shownClockAt } from '../../../domain/site-time.ts';
import { noteWhose } from '../../pull/whose-document.ts';
import { listLocations } from '../../store/mirror/locations.ts';
import { saveLinkedOrder } from '../../store/mirror/orders.ts';
import { readPart, savePart } from '../../store/mirror/registration-facts.ts';
import type { RegistrationRecord } from '../../store/mirror/registration-records.ts';
import { localIdOf } from '../../store/outbox/id-map.ts';
import type { ItemOf } from '../../service/answers.ts';
import { askWhileUp, NOT_ASKED } from '../asked-or-kept.ts';
import { textOf } from '../order-facts.ts';
import { allItems } from '../all-items.ts';
import type { Context } from '../handler.ts';
import { plainText } from './plain-text.ts';

type Biomarker = ItemOf<'products.biomarkers'>;
type Answer = Output<'registrations.part'>;
type Items = Answer['items'];
type Line = Items[number]['lines'][number];

/** The part from the service; from the store while it does not tell. */
export async function partOf(
  context: Context,
  registration: RegistrationRecord,
  part: RegistrationPart,
): Promise<Answer> {
  const { serverId } = registration;
  const asked =
    serverId === null
      ? NOT_ASKED
      : await askWhileUp(context, async () => {
          const isStillTheirs = noteWhose(context.db, serverId);
          const items = await READERS[part](context, serverId).catch(noneIfMissing);
          // The answer may be older than that.
          if (part === 'patient' && !isStillTheirs()) {
            throw new AppException(conflict('changed', 'Another person was put on the registration.'));
          }
          savePart(context.db, serverId, part, { answer: items, fetchedAtMs: context.nowMs });
          return items;
        });
  if (asked.live) {
    const items = asLinked(context, part, asked.value);
    return { items, fetchedAtMs: context.nowMs, live: true, problem: null };
  }
  // Looked for only now: where the registration became somebody else's meanwhile, the patient's record has gone.
  const stored = serverId === null ? null : readPart(context.db, serverId, part);
  // When the service does not tell, what was read last is shown with its age and the reason.
  if (stored) {
    const items = asLinked(context, part, stored.answer as Items);
    return { items, fetchedAtMs: stored.fetchedAtMs, live: false, problem: asked.problem };
  }
  throw new AppException(
    asked.problem ??
      offline('connection-lost', 'not-sent', 'This was not read before the connection went down.'),
  );
}

/** An order that was made here goes by the desk's id; what is stored names the service's. */
function asLinked({ db }: Context, part: RegistrationPart, items: Items): Items {
  if (part !== 'order') return items;
  return items.map((item) => ({
    ...item,
    linkedId: item.linkedId && localIdOf(db, 'order', item.linkedId),
  }));
}

function noneIfMissing(thrown: unknown): Items {
  if (thrown instanceof AppException && thrown.error.kind === 'not-found') return [];
  throw thrown;
}

type Reader = (context: Context, serverId: string) => Promise<Items>;

const READERS: Readonly<Record<RegistrationPart, Reader>> = {
  async products(context, serverId) {
    const { items } = await context.service.registrations.products(serverId);
    return Promise.all(
      items.map(async (product) => {
        const biomarkers = await biomarkersOf(context, product.id).catch(() => null);
        return {
          title: product.name,
          linkedId: product.id,
          lines: lines({
            SKU: product.sku,
            Price: product.price.formatted_value,
            Collected: product.appointment_only ? 'by a professional, at an appointment only' : null,
            Biomarkers:
              biomarkers === null
                ? 'could not be read'
                : biomarkers.length === 0
                  ? 'none listed'
                  : biomarkers.map(({ name, code }) => `${name} (${code})`).join(', '),
          }),
        };
      }),
    );
  },

  async order(context, serverId) {
    const order = await context.service.registrations.order(serverId);
    const { id, ...rest } = order;
    saveLinkedOrder(context.db, order, context.nowMs);
    context.learned('orders', 'patients');
    return [
      { title: `Order ${textOf(rest['order_number']) ?? id}`, linkedId: id, lines: linesOfRecord(rest) },
    ];
  },

  async patient(context, serverId) {
    const patient = await context.service.registrations.patient(serverId);
    return [
      {
        title: formatName({ firstName: patient.first_name, lastName: patient.last_name }),
        linkedId: null,
        lines: lines({
          'Date of birth': formatDate(patient.date_of_birth),
          Gender: patient.gender,
          Ethnicity: patient.ethnicity,
          'E-mail': patient.email,
          Phone: patient.phone_number,
          Reference: patient.foreign_id,
          'Address on record': patient.address_id,
        }),
      },
    ];
  },

  async appointment(context, serverId) {
    const appointment = await context.service.registrations.appointment(serverId);
    const at = (instant: string): string => {
      const { date, time } = shownClockAt(Date.parse(instant), context.site.timeZone);
      return `${formatDate(date)} ${time}`;
    };
    const location = listLocations(context.db).find(({ id }) => id === appointment.test_location_id);
    return [
      {
        title: at(appointment.starts_at),
        linkedId: null,
        lines: lines({
          Location: location?.name ?? appointment.test_location_id,
          Address: appointment.full_address,
          Until: at(appointment.ends_at),
          State: appointment.confirmed
            ? 'confirmed'
            : appointment.expires_at === null
              ? 'not confirmed'
              : `held until ${at(appointment.expires_at)}`,
          Kind: appointment.type.replaceAll('_', ' '),
        }),
      },
    ];
  },

  async 'lab-id'(context, serverId) {
    const text = plainText(await context.service.registrations.labId(serverId));
    return text === null ? [] : [{ title: text, linkedId: null, lines: [] }];
  },
};

const biomarkersOf = (context: Context, productId: string): Promise<readonly Biomarker[]> =>
  allItems(context.service.pages('products.biomarkers', { params: { id: productId } }));

/** Lines for what is there; nothing for null and the empty text. */
function lines(facts: Readonly<Record<string, string | null>>): Line[] {
  return Object.entries(facts).flatMap(([name, text]) =>
    text === null || text === '' ? [] : [{ name, text }],
  );
}

/** A record whose fields are not published, each field that holds something as a line. */
function linesOfRecord(record: Readonly<Record<string, unknown>>): Line[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const text = plainText(value);
    return text === null ? [] : [{ name: name.replaceAll('_', ' '), text }];
  });
}
