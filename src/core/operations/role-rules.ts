// Where the role decides about a part of an operation only: many may scan, and few may prove a label by a scan.
import { AppException, notAllowed } from '../../domain/app-error.ts';
import { PERMISSIONS } from '../../domain/permissions.ts';
import type { Permission, PermittedOperation } from '../../domain/permissions.ts';
import type { Context } from './handler.ts';

/** Whether whoever asks may do that operation as well; true where nobody signs in. */
export function mayAlso({ who }: Pick<Context, 'who'>, name: PermittedOperation): boolean {
  const allowed: Permission = PERMISSIONS[name];
  return who === null || allowed === 'anybody' || allowed.includes(who.role);
}

/** @throws AppException `not-allowed`, with the roles that may do that operation */
export function requireMayAlso(context: Pick<Context, 'who'>, name: PermittedOperation): void {
  const allowed: Permission = PERMISSIONS[name];
  if (allowed === 'anybody' || mayAlso(context, name)) return;
  throw new AppException(
    notAllowed(allowed, `This is as ${name} is, not for the role ${context.who?.role}.`),
  );
}
