// The biomarkers that the sandbox's laboratory measures or calculates, with units and reference ranges.
import { stableId } from '../stable.ts';
import { FORMULAS, type Formula } from './formulas.ts';
import { slugOf } from './slug.ts';

/** The reference range, both ends included, in the biomarker's unit. Null where it has no limit on that side. */
export interface Range {
  readonly min: number | null;
  readonly max: number | null;
}

/** `bySex` where men and women have different ranges; `general` then spans both and is used for everybody else. */
export interface Ranges {
  readonly general: Range;
  readonly bySex: { readonly male: Range; readonly female: Range } | null;
}

/** What the laboratory measures or calculates: a line of the table below. */
export interface BiomarkerDefinition {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** Slug of its category. */
  readonly category: string;
  readonly unit: string;
  readonly decimals: number;
  readonly ranges: Ranges;
  /** How it is calculated from other biomarkers; null when it is measured. */
  readonly formula: Formula | null;
}

// code | name | category | unit | decimals | range, or male / female | what it tells
const TABLE = `
IRON   | Iron                         | iron-and-anaemia  | µmol/L   | 1 | 10.6-28.3 / 6.6-26.0   | Iron carried in the blood.
FERR   | Ferritin                     | iron-and-anaemia  | µg/L     | 0 | 30-400 / 15-150        | The body’s store of iron.
TRANSF | Transferrin                  | iron-and-anaemia  | g/L      | 2 | 2.00-3.60              | The protein that carries iron.
UIBC   | Unsaturated iron-binding capacity | iron-and-anaemia | µmol/L | 1 | 24.2-70.1            | How much more iron the blood could carry.
CHOL   | Total cholesterol            | heart-health      | mmol/L   | 1 | 2.8-5.0                | All the cholesterol in the blood.
HDL    | HDL cholesterol              | heart-health      | mmol/L   | 2 | 1.00-2.10 / 1.20-2.40  | The cholesterol that protects the heart.
TRIG   | Triglycerides                | heart-health      | mmol/L   | 2 | 0.40-1.70              | Fat carried in the blood after a meal.
LDL    | LDL cholesterol              | heart-health      | mmol/L   | 2 | 1.00-3.00              | The cholesterol that furs arteries, from the others.
CHOLHDL | Total cholesterol : HDL ratio | heart-health    | ratio    | 1 | 2.0-4.0                | Total cholesterol divided by HDL.
VITD   | Vitamin D (25-OH)            | vitamins          | nmol/L   | 0 | 50-175                 | The body’s supply of vitamin D.
B12    | Active vitamin B12           | vitamins          | pmol/L   | 0 | 38-188                 | The vitamin B12 that cells can use.
FOL    | Folate                       | vitamins          | µg/L     | 1 | 3.9-26.8               | Vitamin B9, for making blood cells.
TSH    | Thyroid stimulating hormone  | hormones          | mIU/L    | 2 | 0.27-4.20              | What the brain asks of the thyroid.
FT4    | Free thyroxine               | hormones          | pmol/L   | 1 | 12.0-22.0              | The thyroid’s main hormone.
FT3    | Free triiodothyronine        | hormones          | pmol/L   | 1 | 3.1-6.8                | The thyroid’s active hormone.
TESTO  | Testosterone                 | hormones          | nmol/L   | 2 | 8.64-29.00 / 0.29-1.67 | A sex hormone of men and women.
SHBG   | Sex hormone binding globulin | hormones          | nmol/L   | 1 | 18.3-54.1 / 27.1-128.0 | The protein that binds sex hormones.
FAI    | Free androgen index          | hormones          | ratio    | 1 | 24.0-104.0 / 0.3-5.6   | Testosterone in proportion to SHBG.
CORT   | Cortisol                     | hormones          | nmol/L   | 0 | 166-507                | The stress hormone, in the morning.
PROL   | Prolactin                    | hormones          | mIU/L    | 0 | 86-324 / 102-496       | The hormone of milk production.
FSH    | Follicle stimulating hormone | hormones          | IU/L     | 1 | 1.5-12.4 / 1.7-21.5    | A hormone that governs fertility.
LH     | Luteinising hormone          | hormones          | IU/L     | 1 | 1.7-8.6 / 1.0-56.6     | A hormone that governs the cycle.
HBA1C  | HbA1c                        | diabetes          | mmol/mol | 0 | 20-41                  | Average blood sugar over three months.
CRP    | C-reactive protein           | inflammation      | mg/L     | 1 | 0.2-5.0                | A sign of inflammation.
UREA   | Urea                         | kidney-health     | mmol/L   | 1 | 2.5-7.8                | Waste that the kidneys clear.
CREA   | Creatinine                   | kidney-health     | µmol/L   | 0 | 59-104 / 45-84         | Waste of the muscles that the kidneys clear.
EGFR   | Estimated glomerular filtration rate | kidney-health | mL/min/1.73m² | 0 | 60-         | How well the kidneys filter, from creatinine, age and sex.
URATE  | Uric acid                    | kidney-health     | µmol/L   | 0 | 200-430 / 140-360      | Linked with gout.
ALB    | Albumin                      | liver-health      | g/L      | 0 | 35-50                  | The main protein of blood.
TP     | Total protein                | liver-health      | g/L      | 0 | 60-80                  | All protein in the blood.
GLOB   | Globulin                     | liver-health      | g/L      | 0 | 18-35                  | Total protein less albumin.
ALP    | Alkaline phosphatase         | liver-health      | U/L      | 0 | 30-130                 | An enzyme of liver and bone.
ALT    | Alanine aminotransferase     | liver-health      | U/L      | 0 | 7-50 / 6-35            | An enzyme of the liver.
BILI   | Bilirubin                    | liver-health      | µmol/L   | 0 | 3-20                   | What is left of old red cells.
HB     | Haemoglobin                  | full-blood-count  | g/L      | 0 | 130-170 / 115-155      | The protein that carries oxygen.
RBC    | Red cell count               | full-blood-count  | 10^12/L  | 2 | 4.30-5.75 / 3.80-5.20  | How many red cells there are.
HCT    | Haematocrit                  | full-blood-count  | L/L      | 3 | 0.380-0.500 / 0.340-0.460 | How much of the blood is red cells.
MCV    | Mean cell volume             | full-blood-count  | fL       | 1 | 80.0-100.0             | The size of red cells.
MCH    | Mean cell haemoglobin        | full-blood-count  | pg       | 1 | 26.5-33.5              | Haemoglobin in each red cell.
WBC    | White cell count             | full-blood-count  | 10^9/L   | 2 | 3.50-11.00             | Cells that fight infection.
PLT    | Platelets                    | full-blood-count  | 10^9/L   | 0 | 150-400                | Cells that stop bleeding.
TTG    | Tissue transglutaminase IgA  | inflammation      | U/mL     | 1 | 0.2-7.0                | Antibodies seen in coeliac disease.
IGA    | Immunoglobulin A             | inflammation      | g/L      | 2 | 0.80-4.00              | Antibodies of the gut.
PSA    | Prostate specific antigen    | mens-health       | µg/L     | 2 | 0.10-3.00              | A marker of the prostate.
`;

function readRange(text: string): Range {
  const [min = '', max = ''] = text.trim().split('-');
  return { min: min === '' ? null : Number(min), max: max === '' ? null : Number(max) };
}

const wider = (
  a: number | null,
  b: number | null,
  choose: (a: number, b: number) => number,
): number | null => (a === null || b === null ? null : choose(a, b));

function readRanges(text: string): Ranges {
  const [first = '', second] = text.split('/');
  const male = readRange(first);
  if (second === undefined) return { general: male, bySex: null };
  const female = readRange(second);
  const general = { min: wider(male.min, female.min, Math.min), max: wider(male.max, female.max, Math.max) };
  return { general, bySex: { male, female } };
}

function readLine(line: string): BiomarkerDefinition {
  const cells = line.split('|').map((cell) => cell.trim());
  const [code = '', name = '', category = '', unit = '', decimals = '', ranges = '', description = ''] =
    cells;
  return {
    id: stableId(`biomarker:${code}`),
    code,
    name,
    slug: slugOf(name),
    description,
    category,
    unit,
    decimals: Number(decimals),
    ranges: readRanges(ranges),
    formula: FORMULAS[code] ?? null,
  };
}

export const BIOMARKERS: ReadonlyMap<string, BiomarkerDefinition> = new Map(
  TABLE.trim()
    .split('\n')
    .map(readLine)
    .map((biomarker) => [biomarker.code, biomarker]),
);
