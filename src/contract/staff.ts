// The people who work at this site, and who of them has signed in at a window.
import { z } from 'zod';
import { inCapitals } from '../domain/person-name.ts';
import { PERMISSIONS } from '../domain/permissions.ts';
import type { PermittedOperation } from '../domain/permissions.ts';
import { RELAXATIONS } from '../domain/relaxation.ts';
import {
  BADGE_USES,
  isInitials,
  LONGEST_PIN,
  LONGEST_STAFF_NAME,
  pinProblem,
  ROLES,
  staffNameProblem,
} from '../domain/staff.ts';
import { command, commandInConfidence, nothing, query } from './operation.ts';

/** Letters of another width look the same, and would be somebody else's: they are taken for the plain ones. */
const initials = z.string().trim().normalize('NFKC').overwrite(inCapitals).refine(isInitials);
const name = z
  .string()
  .trim()
  .max(LONGEST_STAFF_NAME)
  .refine((text) => staffNameProblem(text) === null);
const role = z.enum(ROLES);

/** A PIN that somebody is given. `fields` of a refusal say what is wrong with it: a word of `PinProblem`. */
const newPin = z
  .string()
  .max(LONGEST_PIN * 4)
  .superRefine((pin, context) => {
    const problem = pinProblem(pin);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

const memberView = z.object({ initials: z.string(), name: z.string(), role });

/** A member of staff as the site manager sees them. */
const personView = memberView.extend({
  active: z.boolean(),
  hasPin: z.boolean(),
  hasBadge: z.boolean(),
  /** Wrong PINs in a row since the last right one. */
  wrongPins: z.number().int(),
  /** How long nobody can sign in as this person now, in milliseconds; 0 when one can. */
  waitMs: z.number().int(),
});

const operationName = z.enum(Object.keys(PERMISSIONS) as [PermittedOperation, ...PermittedOperation[]]);

/**
 * `wrong`: the PIN was not right; `wait`: it was not looked at, because of wrong ones before; `uncounted`: nor was it, because the
 * desk was just started and nothing can be saved, so that a try would be counted nowhere. `waitMs` milliseconds must pass before the next.
 * `impossible`: nobody can sign in as this person: there is none, they work here no more, or have no PIN yet.
 */
const signInAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed-in'), handle: z.string(), person: memberView }),
  z.object({ kind: z.enum(['wrong', 'wait', 'uncounted']), waitMs: z.number().int() }),
  z.object({ kind: z.literal('impossible'), why: z.enum(['unknown', 'switched-off', 'no-pin']) }),
]);

/** Whose staff badge a code is. `active` false: they are switched off, and it opens nothing. */
export const badgeHolder = z.object({ initials: z.string(), name: z.string(), active: z.boolean() });
export type BadgeHolder = z.infer<typeof badgeHolder>;

const badgeAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed-in'), handle: z.string(), person: memberView }),
  z.object({ kind: z.literal('chosen'), person: memberView }),
  z.object({ kind: z.literal('switched-off'), person: memberView }),
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('wait'), waitMs: z.number().int() }),
]);

/** As for {@link signInAnswer}; `approval` goes with the command that was refused without it. */
const approvalAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('approved'), approval: z.string() }),
  z.object({ kind: z.enum(['wrong', 'wait', 'uncounted']), waitMs: z.number().int() }),
  z.object({ kind: z.literal('impossible'), why: z.enum(['unknown', 'switched-off', 'no-pin']) }),
]);

export const staffOperations = {
  /** Who can sign in here, or be chosen where nobody signs in. Those who work here no more are left out. */
  'staff.list': query(nothing, z.object({ items: z.array(memberView.extend({ hasPin: z.boolean() })) }), {
    staleOn: ['staff'],
  }),
  /** How people sign in here, and who has at the window that asks. */
  'staff.me': query(
    nothing,
    z.object({
      /**
       * `initials`: people choose who they are, and everybody may do everything; `pin`: they sign in; `set-up`: they will,
       * once the first site manager was made.
       */
      signIn: z.enum(['initials', 'pin', 'set-up']),
      /** During set-up: the desk was at work before, and goes on by initials until somebody has time for it. */
      mayPutOff: z.boolean(),
      /** After so many minutes without a key or a touch a window locks itself. */
      idleMinutes: z.number().int(),
      /** What a badge is good for here; `off` also while nobody has one. */
      badge: z.enum(BADGE_USES),
      /** Null: nobody. */
      person: memberView.nullable(),
      /** What this person may not do: the operation → the roles that may. */
      refused: z.partialRecord(operationName, z.array(role)),
    }),
    { staleOn: ['staff'] },
  ),
  /** Whether somebody who worked at a window works here no more, so that it can say why it is locked; no to initials that nobody had. */
  'staff.isSwitchedOff': query(z.strictObject({ initials }), z.object({ switchedOff: z.boolean() }), {
    staleOn: ['staff'],
  }),
  'staff.signIn': commandInConfidence(
    z.strictObject({ initials, pin: z.string().max(LONGEST_PIN * 4) }),
    signInAnswer,
  ),
  /**
   * Something was scanned at a locked window, as the scanner sent it. `signed-in`: it is a badge that needs no PIN here; `chosen`:
   * whose badge it is, who types their PIN; `switched-off`: that of somebody who works here no more; `unknown`: nobody's badge; `wait`: it was not looked at, for there were too many unknown
   * ones at this desk.
   */
  'staff.useBadge': commandInConfidence(z.strictObject({ text: z.string().max(400) }), badgeAnswer),
  /** Ends the sign-in of the window that asks. `locked`: by its key; `idle`: by itself; `switched`: for somebody else. */
  'staff.signOut': commandInConfidence(
    z.strictObject({ why: z.enum(['locked', 'idle', 'switched']) }),
    nothing,
  ),
  /** Somebody is at the window: its sign-in goes on for another `idleMinutes`. */
  'staff.stillHere': commandInConfidence(nothing, nothing),
  /**
   * Makes the first site manager, who is signed in with that. Whoever is known by these initials already becomes it. Fails
   * with `conflict` where there is one, and with `rejected` (`initials`: `of-another`) where somebody of another name is known by them.
   */
  'staff.setUp': commandInConfidence(z.strictObject({ initials, name, pin: newPin }), signInAnswer),
  /**
   * A second person agrees, by their PIN, to what a command was refused for (`second-person-needed`). Whoever has signed in
   * stays so. Refused with `not-allowed` where the role of the second person may not, and with `rejected` (`initials`: `same`)
   * for whoever asks.
   */
  'staff.approve': commandInConfidence(
    z.strictObject({ initials, pin: z.string().max(LONGEST_PIN * 4), relaxation: z.enum(RELAXATIONS) }),
    approvalAnswer,
  ),
  /** Everybody who works or has worked here. */
  'staff.people': query(
    nothing,
    z.object({
      items: z.array(personView),
      /** What a badge that somebody is given is good for here. */
      badgeUse: z.enum(BADGE_USES),
    }),
    { staleOn: ['staff'] },
  ),
  /** Fails with `conflict` when somebody has these initials; they stay theirs, because the activity names them so. */
  'staff.add': command(
    z.strictObject({
      initials,
      name,
      role: role.default('lead'),
      pin: newPin.nullable().default(null),
    }),
    z.object({ initials: z.string() }),
    { answersWith: 'other' },
  ),
  /**
   * Changes name and role, and switches off who works here no more: that ends their sign-in at once. Fails with `conflict`
   * where no site manager would be left, and as `changed` where they are not as the screen showed them any more (`seen`).
   */
  'staff.change': command(
    z.strictObject({
      initials,
      name,
      role,
      active: z.boolean(),
      seen: z.strictObject({ name: z.string(), role, active: z.boolean() }),
    }),
    z.object({ initials: z.string() }),
    { answersWith: 'other' },
  ),
  /** Gives somebody a new PIN, in place of one that is lost. What was counted of wrong ones is forgotten. */
  'staff.setPin': command(z.strictObject({ initials, pin: newPin }), z.object({ initials: z.string() }), {
    answersWith: 'other',
  }),
  /**
   * Gives somebody a badge, as it was scanned, in place of the one they have; null takes that away. Then whoever is signed in as this
   * person elsewhere is signed out. Refused with `rejected`, `badge`: `no-code`, `short`, `form` (it is the code of a form) or
   * `in-use` (`other`: whose it is).
   */
  'staff.setBadge': command(
    z.strictObject({ initials, badge: z.string().max(400).nullable() }),
    z.object({
      initials: z.string(),
      /** Whether it is good without a PIN where the site sets so; false where it was taken away. */
      goodAlone: z.boolean(),
    }),
    { answersWith: 'other' },
  ),
};
