// The formulas of calculated results. Values are in the units of the biomarker table.

export interface PersonMeasured {
  readonly ageYears: number;
  /** `male`, `female` or `other`. */
  readonly gender: string;
}

export interface Formula {
  readonly components: readonly string[];
  /** Components that lower the result when they rise. Every other component raises it. The solver relies on this. */
  readonly loweredBy: readonly string[];
  /** Computes the result. `of(code)` is a component's value, rounded as it is reported. */
  readonly compute: (of: (code: string) => number, person: PersonMeasured) => number;
}

const MICROMOL_CREATININE_PER_MG_DL = 88.4;

/** CKD-EPI 2021, in mL/min/1.73 m². People who are neither male nor female get the mean of both formulas. */
function estimatedFiltration(creatinineMicromol: number, person: PersonMeasured): number {
  const forSex = (female: boolean): number => {
    const ratio = creatinineMicromol / MICROMOL_CREATININE_PER_MG_DL / (female ? 0.7 : 0.9);
    const low = Math.pow(Math.min(ratio, 1), female ? -0.241 : -0.302);
    const high = Math.pow(Math.max(ratio, 1), -1.2);
    return 142 * low * high * Math.pow(0.9938, person.ageYears) * (female ? 1.012 : 1);
  };
  if (person.gender === 'female') return forSex(true);
  if (person.gender === 'male') return forSex(false);
  return (forSex(true) + forSex(false)) / 2;
}

export const FORMULAS: Readonly<Record<string, Formula>> = {
  // Friedewald, mmol/L
  LDL: {
    components: ['CHOL', 'HDL', 'TRIG'],
    loweredBy: ['HDL', 'TRIG'],
    compute: (of) => of('CHOL') - of('HDL') - of('TRIG') / 2.2,
  },
  CHOLHDL: {
    components: ['CHOL', 'HDL'],
    loweredBy: ['HDL'],
    compute: (of) => of('CHOL') / of('HDL'),
  },
  EGFR: {
    components: ['CREA'],
    loweredBy: ['CREA'],
    compute: (of, person) => estimatedFiltration(of('CREA'), person),
  },
  GLOB: { components: ['TP', 'ALB'], loweredBy: ['ALB'], compute: (of) => of('TP') - of('ALB') },
  FAI: {
    components: ['TESTO', 'SHBG'],
    loweredBy: ['SHBG'],
    compute: (of) => (100 * of('TESTO')) / of('SHBG'),
  },
  MCV: { components: ['HCT', 'RBC'], loweredBy: ['RBC'], compute: (of) => (1000 * of('HCT')) / of('RBC') },
  MCH: { components: ['HB', 'RBC'], loweredBy: ['RBC'], compute: (of) => of('HB') / of('RBC') },
};
