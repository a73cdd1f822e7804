// What may be relaxed with a reason, and who may do it alone: the site sets that for each.
import type { Role } from './staff.ts';

/**
 * `identity`: a person confirmed by one identifier; `typed-label`: a label whose code was typed, or none scanned back;
 * `slot-override`: booked although the time is taken or closed; `reprint`: a label printed once more.
 */
export const RELAXATIONS = ['identity', 'typed-label', 'slot-override', 'reprint'] as const;
export type Relaxation = (typeof RELAXATIONS)[number];

/**
 * `anybody`: whoever may do the work itself; `lead`: a lead or site manager, or somebody else with one beside them who enters
 * their PIN; `second-person`: always a second person, whoever does it.
 */
export const RELAXATION_RULES = ['anybody', 'lead', 'second-person'] as const;
export type RelaxationRule = (typeof RELAXATION_RULES)[number];
export type RelaxationRules = Readonly<Record<Relaxation, RelaxationRule>>;

export const USUAL_RELAXATION: RelaxationRule = 'anybody';

/** The same rule for everything. */
export const relaxationsAll = (rule: RelaxationRule): RelaxationRules => ({
  identity: rule,
  'typed-label': rule,
  'slot-override': rule,
  reprint: rule,
});

const LEADS: readonly Role[] = ['lead', 'manager'];

/** Whether somebody of a role may do it without anybody else. */
export function mayRelaxAlone(rule: RelaxationRule, role: Role): boolean {
  return rule === 'anybody' || (rule === 'lead' && LEADS.includes(role));
}

/** Whether somebody of a role may be the second person. */
export function mayApprove(rule: RelaxationRule, role: Role): boolean {
  return rule !== 'lead' || LEADS.includes(role);
}
