// The test locations: their addresses, their opening hours, and the slots that follow from the opening hours.
import { instantOf, isCalendarDate, wallClockAt } from '../domain/site-time.ts';
import type { TestLocation } from '../wire/test-location.ts';
import { timeOfDay } from './site-clock.ts';
import { stableId } from './stable.ts';

const SLOT_MINUTES = 10;
const MINUTE_MS = 60_000;
export const SLOT_MS = SLOT_MINUTES * MINUTE_MS;
/** Outside these years no location has slots. */
const FIRST_YEAR = 2020;
const LAST_YEAR = 2099;

/** In minutes after midnight. The last slot ends at `closes`. */
interface Hours {
  readonly opens: number;
  readonly closes: number;
}

export interface LocationDefinition extends TestLocation {
  /** Position in the list, from 1. A part of each slot's identifier. */
  readonly number: number;
  /** Seven days, Sunday first. Null where the location is closed. */
  readonly week: readonly (Hours | null)[];
}

/** One bookable time of a location. */
export interface SlotTime {
  readonly id: string;
  readonly startsMs: number;
  /** `HH:MM` at the site. */
  readonly time: string;
}

const hours = (opens: number, closes: number): Hours => ({ opens: opens * 60, closes: closes * 60 });
const everyDay = (one: Hours): (Hours | null)[] => Array.from({ length: 7 }, () => one);
const weekdays = (one: Hours, saturday: Hours): (Hours | null)[] => [null, one, one, one, one, one, saturday];

export const LOCATIONS: readonly LocationDefinition[] = [
  {
    number: 1,
    id: stableId('location:london'),
    name: 'Bloomsbury Walk-in Clinic',
    full_address: '14 Lamb’s Conduit Street, London, WC1N 3LJ',
    city: 'London',
    postal_code: 'WC1N 3LJ',
    nearest_bus_station: 'Theobalds Road (Stop K)',
    nearest_train_station: 'Russell Square (Underground)',
    latitude: 51.5208,
    longitude: -0.1186,
    // Open every day until midnight, so that there is a free slot at whatever time a person trains.
    week: everyDay(hours(7, 24)),
  },
  {
    number: 2,
    id: stableId('location:manchester'),
    name: 'Deansgate Blood Tests',
    full_address: '2nd Floor, 81 Bridge Street, Manchester, M3 2RH',
    city: 'Manchester',
    postal_code: 'M3 2RH',
    nearest_bus_station: 'Shudehill Interchange',
    nearest_train_station: 'Salford Central',
    latitude: 53.4817,
    longitude: -2.2503,
    week: weekdays(hours(8, 18), hours(9, 13)),
  },
  {
    number: 3,
    id: stableId('location:edinburgh'),
    name: 'New Town Sample Rooms',
    full_address: '27 Thistle Street, Edinburgh, EH2 1DX',
    city: 'Edinburgh',
    postal_code: 'EH2 1DX',
    nearest_bus_station: 'Edinburgh Bus Station',
    nearest_train_station: null,
    latitude: 55.9548,
    longitude: -3.1987,
    week: weekdays(hours(9, 17), hours(9, 12.5)),
  },
];

/** The brand's main location, the first of the list. A time without a slot is booked here. */
export const MAIN_LOCATION = LOCATIONS[0] as LocationDefinition;

const locationsById = new Map(LOCATIONS.map((location) => [location.id, location]));
/** The location with this id (in any case); undefined when there is none. */
export const locationById = (id: string): LocationDefinition | undefined =>
  locationsById.get(id.toLowerCase());

export function locationRecord(location: LocationDefinition): TestLocation {
  const { number: _number, week: _week, ...record } = location;
  return record;
}

/**
 * A slot's identifier contains the slot's start (minutes since the epoch) and its location, so slots need no table. It
 * has the form of a UUID, with a fixed tag by which it is told from other UUIDs.
 */
const SLOT_TAG = '8d51-a07';
const slotId = (location: LocationDefinition, startsMs: number): string => {
  const minutes = (startsMs / MINUTE_MS).toString(16).padStart(8, '0');
  const check = stableId(`slot:${location.number}:${minutes}`).slice(-8);
  return `${minutes}-51de-${SLOT_TAG}${location.number}-${check}${minutes.slice(-4)}`;
};

/** The location and start of the slot that an identifier names; null when it is not the identifier of a slot. */
export function readSlotId(id: string): { location: LocationDefinition; startsMs: number } | null {
  const lower = id.toLowerCase();
  const startsMs = parseInt(lower.slice(0, 8), 16) * MINUTE_MS;
  const location = LOCATIONS.find((one) => String(one.number) === lower[22]);
  return location && slotId(location, startsMs) === lower ? { location, startsMs } : null;
}

export interface SlotBook {
  /** The slots of a day (`YYYY-MM-DD`) in order of time; empty when the location is closed. */
  slotsOn(location: LocationDefinition, date: string): readonly SlotTime[];
  /** The slot that starts at exactly this instant; undefined when there is none in the opening hours. */
  slotAt(location: LocationDefinition, startsMs: number): SlotTime | undefined;
}

const DAYS_KEPT = 400;

/** Makes the slots of each location and day. Opening hours are local times in `timeZone`. */
export function createSlotBook(timeZone: string): SlotBook {
  const days = new Map<string, readonly SlotTime[]>();

  const build = (location: LocationDefinition, date: string): readonly SlotTime[] => {
    const year = Number(date.slice(0, 4));
    if (!isCalendarDate(date) || year < FIRST_YEAR || year > LAST_YEAR) return [];
    const open = location.week[new Date(`${date}T12:00:00Z`).getUTCDay()];
    if (!open) return [];
    const opensMs = instantOf(date, timeOfDay(open.opens), timeZone);
    const slots: SlotTime[] = [];
    for (let minutes = open.opens; minutes < open.closes; minutes += SLOT_MINUTES) {
      // Clocks change at night, before any location opens, so all slots of a day can be counted from the first one.
      const startsMs = opensMs + (minutes - open.opens) * MINUTE_MS;
      slots.push({ id: slotId(location, startsMs), startsMs, time: timeOfDay(minutes) });
    }
    return slots;
  };

  const slotsOn: SlotBook['slotsOn'] = (location, date) => {
    const key = `${location.number}:${date}`;
    let slots = days.get(key);
    if (!slots) {
      if (days.size >= DAYS_KEPT) days.clear();
      slots = build(location, date);
      days.set(key, slots);
    }
    return slots;
  };

  return {
    slotsOn,
    slotAt: (location, startsMs) =>
      slotsOn(location, wallClockAt(startsMs, timeZone).date).find((slot) => slot.startsMs === startsMs),
  };
}
