// The people who work at this desk.
import type { staffOperations } from '../../contract/staff.ts';
import { AppException, conflict } from '../../domain/app-error.ts';
import { addStaff, listStaff } from '../store/desk/staff.ts';
import type { Handlers } from './handler.ts';

export const staffHandlers: Handlers<typeof staffOperations> = {
  'staff.list': (context) => ({ items: listStaff(context.db).map((member) => ({ ...member })) }),

  'staff.add': {
    transaction: (context, member) => {
      if (!addStaff(context.db, member, context.nowMs)) {
        throw new AppException(conflict('duplicate', 'Somebody with these initials works here already.'));
      }
      context.record('staff-added', { visitId: null, initials: member.initials });
      context.changed('staff');
      return { initials: member.initials };
    },
  },
};
