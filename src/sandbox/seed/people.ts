// Invented people: names as they occur in the UK, telephone and NHS numbers that nobody has.
import type { CreatePatientBody } from '../../wire/patient.ts';
import type { Chance } from '../stable.ts';

export type DemoPerson = CreatePatientBody & { readonly nhsNumber: string };

type Named = readonly [first: string, last: string, gender: 'female' | 'male' | 'other'];

/** Names that are difficult for screens, labels and searches: long, short, with accents, apostrophes and hyphens. */
const NOTABLE: readonly Named[] = [
  ['James', 'Oliver', 'male'],
  ['Siobhán', 'O’Neill', 'female'],
  ['Connor', "O'Neill", 'male'],
  ['Anne-Marie', 'Fitzgerald-Cholmondeley', 'female'],
  ['Zoë', 'Brontë', 'female'],
  ['Krzysztof', 'Wiśniewski', 'male'],
  ['Oluwaseun Adebayo', 'Ogunlesi', 'male'],
  ['José María', 'García Núñez', 'male'],
  ['Wilhelmina Alexandrina', 'Featherstonehaugh-Wolstenholme', 'female'],
  ['Li', 'Ng', 'other'],
  ['Priya', 'Venkatanarasimharajuvaripeta', 'female'],
  ['Đặng', 'Nguyễn', 'male'],
  ['Fatıma', 'Yılmaz', 'female'],
  ['Søren', 'Bjørnsson', 'male'],
  ['Rhys', 'ap Gwilym', 'male'],
  ['Sam', 'MacDonald', 'other'],
];

const FEMALE = [
  'Amelia',
  'Aisha',
  'Bronwen',
  'Chloe',
  'Deepika',
  'Elizabeth',
  'Fiona',
  'Grace',
  'Hannah',
  'Ifeoma',
  'Jasmine',
  'Katarzyna',
  'Leila',
  'Margaret',
  'Niamh',
  'Olivia',
  'Patricia',
  'Rukhsana',
  'Sophie',
  'Tamara',
  'Usha',
  'Victoria',
  'Yasmin',
  'Zainab',
];
const MALE = [
  'Adebowale',
  'Alexander',
  'Benjamin',
  'Callum',
  'Dafydd',
  'Edward',
  'Farhan',
  'George',
  'Hamish',
  'Ibrahim',
  'Jakub',
  'Kwame',
  'Liam',
  'Mohammed',
  'Nikhil',
  'Owen',
  'Peter',
  'Rajesh',
  'Stefan',
  'Thomas',
  'Tunde',
  'William',
  'Xavier',
  'Yusuf',
];
const LAST = [
  'Ahmed',
  'Anderson',
  'Begum',
  'Bell',
  'Campbell',
  'Chowdhury',
  'Clarke',
  'Davies',
  'Edwards',
  'Evans',
  'Fraser',
  'Green',
  'Hughes',
  'Hussain',
  'Jones',
  'Kaur',
  'Khan',
  'Kowalska',
  'Lewis',
  'McCarthy',
  'Mensah',
  'Mitchell',
  'Morgan',
  'Murphy',
  'Okafor',
  'Patel',
  'Popescu',
  'Roberts',
  'Robinson',
  'Sharma',
  'Singh',
  'Smith',
  'Taylor',
  'Thompson',
  'Walker',
  'Wright',
];
const ETHNICITIES = ['White', 'Asian', 'Black', 'Mixed', 'Other', null, null] as const;

/** A valid NHS number of the range reserved for tests: 999, six digits and the check digit. */
function testNhsNumber(chance: Chance): string {
  for (;;) {
    const digits = `999${String(chance.integer(0, 999_999)).padStart(6, '0')}`;
    const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
    const check = (11 - (sum % 11)) % 11;
    if (check < 10) return `${digits}${check}`;
  }
}

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd')
    .replaceAll('ı', 'i')
    .replace(/[^a-z]+/g, '');

function birthday(chance: Chance): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${chance.integer(1936, 2006)}-${two(chance.integer(1, 12))}-${two(chance.integer(1, 28))}`;
}

/**
 * Returns a function that makes one person after the other: first those with difficult names if wanted, then random
 * ones.
 */
export function createPeople(chance: Chance, notableFirst: boolean): () => DemoPerson {
  const waiting = notableFirst ? chance.shuffle(NOTABLE) : [];
  return () => {
    const [first, last, gender] = waiting.pop() ?? randomPerson(chance);
    const ethnicity = chance.pick(ETHNICITIES);
    return {
      first_name: first,
      last_name: last,
      gender,
      date_of_birth: birthday(chance),
      email: `${plain(first)}.${plain(last).slice(0, 24)}${chance.integer(10, 99)}@example.com`,
      phone_number: `07700 900${String(chance.integer(0, 999)).padStart(3, '0')}`,
      ...(ethnicity === null ? {} : { ethnicity }),
      nhsNumber: testNhsNumber(chance),
    };
  };
}

function randomPerson(chance: Chance): Named {
  const female = chance.happens(0.55);
  const last = chance.happens(0.06) ? `${chance.pick(LAST)}-${chance.pick(LAST)}` : chance.pick(LAST);
  return [chance.pick(female ? FEMALE : MALE), last, female ? 'female' : 'male'];
}
