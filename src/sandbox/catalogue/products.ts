// The demo catalogue: the products, what each one measures, and how its sample can be taken.
import { stableId } from '../stable.ts';
import { slugOf } from './slug.ts';

export type ShippingType = 'home_kit' | 'walk_in' | 'courier' | 'phlebotomist';

export interface ShippingDefinition {
  readonly id: string;
  readonly type: ShippingType;
  readonly name: string;
  readonly description: string;
  readonly priceMinor: number;
}

/** A product of the catalogue: a line of the table below. Prices are in pence. */
export interface ProductDefinition {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly slug: string;
  readonly shortDescription: string;
  /** HTML. */
  readonly description: string;
  readonly priceMinor: number;
  readonly discountedPriceMinor: number | null;
  readonly turnaround: string;
  readonly collection: string;
  /** Hidden products are listed only when `all_products` is asked for. */
  readonly hidden: boolean;
  /** The sample must be taken at an appointment: no kit can be posted. */
  readonly appointmentOnly: boolean;
  readonly shippingTypes: readonly ShippingType[];
  readonly biomarkerCodes: readonly string[];
  /** Slugs. */
  readonly categories: readonly string[];
  readonly collections: readonly string[];
  readonly hasImage: boolean;
  readonly hasVideo: boolean;
}

const shipping = (type: ShippingType, name: string, priceMinor: number, description: string) => ({
  id: stableId(`shipping:${type}`),
  type,
  name,
  description,
  priceMinor,
});

export const SHIPPING_METHODS: readonly ShippingDefinition[] = [
  shipping(
    'home_kit',
    'Home kit by post',
    0,
    'A finger-prick kit, posted first class with a return envelope.',
  ),
  shipping('walk_in', 'Clinic appointment', 3500, 'A sample taken by a phlebotomist at a test location.'),
  shipping(
    'courier',
    'Home kit by courier',
    1200,
    'A finger-prick kit, brought to the door and fetched again by a courier.',
  ),
  shipping('phlebotomist', 'Phlebotomist at home', 6900, 'A phlebotomist comes to an address in the UK.'),
];

/**
 * Whether this way sends a kit to an address. With the other ways a professional takes the sample at an appointment.
 */
export const sendsKit = (type: ShippingType): boolean => type === 'home_kit' || type === 'courier';

// sku | name | price | discounted price | shipping: h = home kit, w = walk-in, c = courier, p = phlebotomist | biomarkers | collections | flags
const TABLE = `
IRON-4     | Iron Check                     |  4900 |      | hw  | IRON FERR TRANSF UIBC | bestsellers energy |
LIPID-5    | Cholesterol Profile            |  3900 | 3400 | hwcp | CHOL HDL TRIG LDL CHOLHDL | bestsellers heart |
VITD-1     | Vitamin D                      |  2900 |      | hw  | VITD | bestsellers energy | video
BLOOD-PRO  | Advanced Well Person           | 19900 |      | wp  | HB RBC HCT MCV MCH WBC PLT UREA CREA EGFR ALB TP GLOB ALP ALT BILI CHOL HDL TRIG LDL CHOLHDL HBA1C FERR VITD TSH FT4 | complete | appointment-only video
THYR-3     | Thyroid Function               |  4500 |      | hwcp | TSH FT4 FT3 | energy |
HBA1C-1    | Diabetes Check (HbA1c)         |  3200 |      | hw  | HBA1C | heart |
KIDNEY-4   | Kidney Function                |  3600 |      | hw  | UREA CREA EGFR URATE | organs |
LIVER-6    | Liver Function                 |  3700 |      | hw  | ALB TP GLOB ALP ALT BILI | organs |
TESTO-4    | Testosterone and SHBG          |  5500 | 4950 | hw  | TESTO SHBG ALB FAI | hormones |
B12FOL-2   | Vitamin B12 and Folate         |  4400 |      | hw  | B12 FOL | energy |
FBC-7      | Full Blood Count               |  5900 |      | wp  | HB RBC HCT MCV MCH WBC PLT | complete | appointment-only
FERT-4     | Female Hormones                |  7900 |      | wp  | FSH LH PROL TSH | hormones | appointment-only
CRP-1      | Inflammation Check (CRP)       |  2700 |      | hc  | CRP | heart |
CORT-1     | Morning Cortisol               |  3300 |      | wp  | CORT | hormones | appointment-only
COELIAC-2  | Coeliac Screen                 |  4700 |      | hw  | TTG IGA | organs |
PSA-1      | Prostate Check (PSA)           |  4200 |      | hwp | PSA | hormones | no-image
STAFF-2    | Staff Screen                   |  2500 |      | w   | HB FERR |  | hidden appointment-only no-image
TRIAL-3    | Trial Follow-up                |  1000 |      | hw  | CRP FERR VITD |  | hidden no-image
LEGACY-2   | Iron Check (before 2024)       |  4500 |      | h   | IRON FERR |  | hidden
`;

const ABOUT: Readonly<Record<string, string>> = {
  'IRON-4': 'Shows whether tiredness may come from too little iron, or too much.',
  'LIPID-5': 'Looks at the fats in the blood that matter for the heart.',
  'VITD-1': 'Tells whether there is enough vitamin D for bones and muscles.',
  'BLOOD-PRO': 'A thorough look at blood, organs, vitamins and hormones, from one visit.',
  'THYR-3': 'Checks whether the thyroid works too slowly or too fast.',
  'HBA1C-1': 'Shows average blood sugar over three months.',
  'KIDNEY-4': 'Looks at how well the kidneys clear waste.',
  'LIVER-6': 'Looks at the liver’s proteins and enzymes.',
  'TESTO-4': 'Measures testosterone and how much of it is free to act.',
  'B12FOL-2': 'Two vitamins that blood and nerves depend on.',
  'FBC-7': 'Counts and measures the cells of the blood.',
  'FERT-4': 'Hormones that govern cycle and fertility.',
  'CRP-1': 'A single marker of inflammation.',
  'CORT-1': 'The stress hormone, taken between 07:00 and 10:00.',
  'COELIAC-2': 'Antibodies that point to coeliac disease.',
  'PSA-1': 'A marker of the prostate, for men over 45.',
  'STAFF-2': 'For people who work for the brand.',
  'TRIAL-3': 'For people who take part in a trial.',
  'LEGACY-2': 'No longer sold; kept for reorders.',
};

const TYPES: Readonly<Record<string, ShippingType>> = {
  h: 'home_kit',
  w: 'walk_in',
  c: 'courier',
  p: 'phlebotomist',
};

const words = (cell: string | undefined): string[] => (cell ?? '').split(' ').filter((word) => word !== '');

function readLine(line: string, categoriesOf: (codes: readonly string[]) => string[]): ProductDefinition {
  const cells = line.split('|').map((cell) => cell.trim());
  const [sku = '', name = '', price = '', discounted = '', types = '', codes, collections, flagList] = cells;
  const flags = words(flagList);
  const biomarkerCodes = words(codes);
  const appointmentOnly = flags.includes('appointment-only');
  const about = ABOUT[sku] ?? name;
  const count = biomarkerCodes.length;
  return {
    id: stableId(`product:${sku}`),
    sku,
    name,
    slug: slugOf(name),
    shortDescription: about,
    description: `<p>${about}</p><p>Looks at <strong>${count} ${count === 1 ? 'biomarker' : 'biomarkers'}</strong>.</p>`,
    priceMinor: Number(price),
    discountedPriceMinor: discounted === '' ? null : Number(discounted),
    turnaround: count > 10 ? '3 working days' : '2 working days',
    collection: appointmentOnly
      ? 'A phlebotomist takes the sample from a vein. Drink water beforehand; fasting is not needed unless you were told so.'
      : 'A finger-prick sample, taken before 10:00 and posted on the same day, or a vein sample at an appointment.',
    hidden: flags.includes('hidden'),
    appointmentOnly,
    shippingTypes: [...types].map((letter) => TYPES[letter] as ShippingType),
    biomarkerCodes,
    categories: categoriesOf(biomarkerCodes),
    collections: words(collections),
    hasImage: !flags.includes('no-image'),
    hasVideo: flags.includes('video'),
  };
}

/** The products in the order of the table. `categoriesOf` gives the category slugs of a list of biomarker codes. */
export function readProducts(categoriesOf: (codes: readonly string[]) => string[]): ProductDefinition[] {
  return TABLE.trim()
    .split('\n')
    .map((line) => readLine(line, categoriesOf));
}
