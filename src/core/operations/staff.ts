// The people who work at this site, and who of them has signed in at a window.
import type { staffOperations } from '../../contract/staff.ts';
import { AppException, conflict, notAllowed, notFound, rejected } from '../../domain/app-error.ts';
import { mayApprove } from '../../domain/relaxation.ts';
import { comparableName } from '../../domain/person-name.ts';
import { refusedTo } from '../../domain/permissions.ts';
import { badgeWaitMs, USUAL_BADGE_USE } from '../../domain/staff.ts';
import { DEFAULT_ACTOR } from '../../contract/operation.ts';
import { hashBadge, hashPin } from '../pin-hash.ts';
import { transaction } from '../store/db/database.ts';
import {
  addStaff,
  changeStaff,
  findStaff,
  hasManager,
  listStaff,
  setBadgeHash,
  setPinHash,
} from '../store/desk/staff.ts';
import type { StaffMember } from '../store/desk/staff.ts';
import {
  badgeSaltOf,
  badgeUseOf,
  keepBadgeShape,
  newBadgeCode,
  readBadge,
  requireOwnBadge,
} from './badges.ts';
import type { Handlers } from './handler.ts';
import { checkPin } from './pin-check.ts';

const memberView = ({ initials, name, role }: StaffMember) => ({ initials, name, role });

const unknownPerson = (): AppException =>
  new AppException(notFound('Nobody of these initials is known here.'));

/** Refuses what would leave nobody who can look after people; a desk without sign-in needs nobody. */
const lastManager = (): AppException =>
  new AppException(rejected('Nobody who can look after people would be left.', { role: 'last-manager' }));

export const staffHandlers: Handlers<typeof staffOperations> = {
  'staff.list': ({ db }) => ({
    items: listStaff(db)
      .filter(({ active }) => active)
      .map((member) => ({ ...memberView(member), hasPin: member.pinHash !== null })),
  }),

  'staff.me': (context) => {
    const { signIns, site, who } = context;
    const signIn = signIns.state();
    return {
      signIn,
      mayPutOff: signIn === 'set-up' && signIns.mayPutOff(),
      idleMinutes: site.people.idleMinutes,
      badge: badgeUseOf(context),
      person: who && memberView(who),
      refused: Object.fromEntries(
        Object.entries(signIn === 'pin' && who ? refusedTo(who.role) : {}).map(([name, roles]) => [
          name,
          [...roles],
        ]),
      ),
    };
  },

  'staff.isSwitchedOff': ({ db }, { initials }) => ({
    // No name: whoever asks has only the initials that this window last had, or guesses them.
    switchedOff: findStaff(db, initials)?.active === false,
  }),

  'staff.signIn': {
    effect: async (context, { initials, pin }) => {
      const checked = await checkPin(context, { initials, pin });
      if (checked.kind === 'refused') {
        const { answer, wrongPins } = checked;
        if (wrongPins !== null) {
          context.saveIfPossible(() =>
            context.recordAs(initials, 'sign-in-refused', { visitId: null, wrongPins }),
          );
        }
        return answer;
      }
      const present = checked.member;
      context.saveIfPossible(() =>
        context.recordAs(initials, 'signed-in', { visitId: null, role: present.role, by: 'pin' }),
      );
      return {
        kind: 'signed-in',
        handle: context.signIns.begin(initials, context.desk?.id ?? null),
        person: memberView(present),
      };
    },
  },

  'staff.useBadge': {
    effect: async (context, { text }) => {
      const read = await readBadge(context, text);
      if (read.kind === 'wait') return read;
      if (read.kind === 'unknown') {
        const { count } = read;
        if (count !== null && badgeWaitMs(count) > 0) {
          context.saveIfPossible(() =>
            context.recordAs(DEFAULT_ACTOR, 'badge-refused', { visitId: null, unknown: count }),
          );
        }
        return { kind: 'unknown' };
      }
      const { member } = read;
      if (read.kind === 'switched-off') return { kind: 'switched-off', person: memberView(member) };
      if (badgeUseOf(context) !== 'sign-in' || !member.badgeIsLong) {
        return { kind: 'chosen', person: memberView(member) };
      }
      const { initials, role } = member;
      context.saveIfPossible(() =>
        context.recordAs(initials, 'signed-in', { visitId: null, role, by: 'badge' }),
      );
      return {
        kind: 'signed-in',
        handle: context.signIns.begin(initials, context.desk?.id ?? null),
        person: memberView(member),
      };
    },
  },

  'staff.signOut': {
    effect: async (context, { why }) => {
      const { who, signIns, handle } = context;
      // First, so that a window that locks is locked even where that cannot be written down.
      signIns.end(handle);
      if (who) {
        context.saveIfPossible(() => context.recordAs(who.initials, 'signed-out', { visitId: null, why }));
      }
      return {};
    },
  },

  'staff.stillHere': {
    effect: async ({ signIns, handle }) => {
      signIns.renew(handle);
      return {};
    },
  },

  'staff.setUp': {
    effect: async (context, { initials, name, pin }) => {
      const { db, signIns, nowMs } = context;
      const isOver = (): boolean => signIns.state() !== 'set-up';
      const tooLate = (): AppException =>
        new AppException(conflict('state', 'This desk has a site manager already.'));
      if (isOver()) throw tooLate();
      const requireOwnInitials = (): void => {
        const known = findStaff(db, initials);
        // Else what somebody else did here would stand in the activity under the name of the first manager.
        if (!known || comparableName(known.name) === comparableName(name)) return;
        throw new AppException(
          rejected('Somebody of another name has these initials here.', { initials: 'of-another' }),
        );
      };
      requireOwnInitials();
      const pinHash = await hashPin(pin);
      transaction(db, () => {
        if (isOver()) throw tooLate();
        requireOwnInitials();
        const role = 'manager';
        if (!addStaff(db, { initials, name, role, pinHash }, nowMs)) {
          changeStaff(db, { initials, name, role, active: true });
          setPinHash(db, initials, pinHash);
        }
        context.recordAs(initials, 'people-set-up', { visitId: null, initials });
      });
      context.changed('staff');
      return {
        kind: 'signed-in',
        handle: signIns.begin(initials, context.desk?.id ?? null),
        person: { initials, name, role: 'manager' },
      };
    },
  },

  'staff.approve': {
    effect: async (context, { initials, pin, relaxation }) => {
      const { site, approvals, actor } = context;
      if (initials === actor) {
        throw new AppException(rejected('A second person is somebody else.', { initials: 'same' }));
      }
      const rule = site.people.relaxations?.[relaxation] ?? 'anybody';
      const requireRole = ({ role }: StaffMember): void => {
        if (mayApprove(rule, role)) return;
        throw new AppException(notAllowed(['lead', 'manager'], 'Their role may not agree to it.'));
      };
      const checked = await checkPin(context, { initials, pin }, requireRole);
      if (checked.kind === 'refused') {
        const { answer, wrongPins } = checked;
        if (wrongPins !== null) {
          context.record('approval-refused', {
            visitId: null,
            what: relaxation,
            second: initials,
            wrongPins,
          });
        }
        return answer;
      }
      requireRole(checked.member);
      return { kind: 'approved', approval: approvals.give({ relaxation, asker: actor, second: initials }) };
    },
  },

  'staff.people': ({ db, signIns, site }) => ({
    badgeUse: signIns.state() === 'initials' ? 'off' : (site.people.badge ?? USUAL_BADGE_USE),
    items: listStaff(db).map((member) => ({
      ...memberView(member),
      active: member.active,
      hasPin: member.pinHash !== null,
      hasBadge: member.badgeHash !== null,
      wrongPins: member.wrongPins,
      waitMs: signIns.waitMs(member),
    })),
  }),

  'staff.add': {
    prepared: async (context, { initials, name, role, pin }) => {
      const pinHash = pin === null ? null : await hashPin(pin);
      return () => {
        if (!addStaff(context.db, { initials, name, role, pinHash }, context.nowMs)) {
          throw new AppException(conflict('duplicate', 'Somebody with these initials works here already.'));
        }
        context.record('staff-added', { visitId: null, initials, role, hasPin: pinHash !== null });
        context.changed('staff');
        return { initials };
      };
    },
  },

  'staff.change': {
    transaction: (context, { initials, name, role, active, seen }) => {
      const before = findStaff(context.db, initials);
      if (!before) throw unknownPerson();
      // Whoever was switched off at another window must not be switched on again by somebody who only corrects a name.
      if (seen.name !== before.name || seen.role !== before.role || seen.active !== before.active) {
        throw new AppException(conflict('changed', 'They were changed since they were shown.'));
      }
      const staysManager = role === 'manager' && active;
      if (!staysManager && context.signIns.state() === 'pin' && !hasManager(context.db, initials)) {
        throw lastManager();
      }
      changeStaff(context.db, { initials, name, role, active });
      context.record('staff-changed', {
        visitId: null,
        initials,
        renamed: name !== before.name,
        role,
        roleBefore: before.role,
        active,
        activeBefore: before.active,
      });
      context.changed('staff');
      context.afterCommit(() => {
        if (!active) context.signIns.endAllOf(initials);
        if (!active || role !== before.role) context.desks.endPairingOf(initials);
      });
      return { initials };
    },
  },

  'staff.setPin': {
    prepared: async (context, { initials, pin }) => {
      if (!findStaff(context.db, initials)) throw unknownPerson();
      const pinHash = await hashPin(pin);
      return () => {
        setPinHash(context.db, initials, pinHash);
        context.record('staff-pin-set', { visitId: null, initials });
        context.changed('staff');
        context.afterCommit(() => {
          context.signIns.forgetWait(initials);
          // Whoever had the old PIN may have signed in with it; whoever sets their own stays, at this window.
          context.signIns.endAllOf(initials, context.handle);
          context.desks.endPairingOf(initials);
        });
        return { initials };
      };
    },
  },

  'staff.setBadge': {
    prepared: async (context, { initials, badge }) => {
      const { db } = context;
      if (!findStaff(db, initials)) throw unknownPerson();
      const read = badge === null ? null : newBadgeCode(badge);
      if (read) await requireOwnBadge(context, read.code, initials);
      const given = read && {
        hash: await hashBadge(read.code, badgeSaltOf(context)),
        isLong: read.isLong,
      };
      return () => {
        const other = given && listStaff(db).find(({ badgeHash }) => badgeHash === given.hash);
        // Given to both at the same moment.
        if (other && other.initials !== initials) {
          throw new AppException(
            rejected('Somebody else has this badge.', { badge: 'in-use', other: other.initials }),
          );
        }
        setBadgeHash(db, initials, given);
        keepBadgeShape(context, initials, read?.code ?? null);
        context.record('staff-badge-set', { visitId: null, initials, given: given !== null });
        context.changed('staff');
        context.afterCommit(() => {
          // Whoever had the old badge may have signed in with it; whoever sets their own stays, at this window.
          context.signIns.endAllOf(initials, context.handle);
          context.desks.endPairingOf(initials);
        });
        return { initials, goodAlone: given?.isLong === true };
      };
    },
  },
};
