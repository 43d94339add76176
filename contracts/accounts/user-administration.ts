import { z } from 'zod';
import { Role, User } from './accounts';
import { administratorsOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { hasAnyChange, IdParams, Instant, multilineText } from '../base/fields';
import { limits } from '../base/limits';
import { accountsLimits } from './limits';

/**
 * An administrator's change to another person's account. The audit log records each change with its
 * reason.
 */
export const UserChange = z
  .strictObject({
    role: Role.nullable().optional(),
    disabled: z.boolean().optional(),
    reason: multilineText(limits.notes),
  })
  .refine(({ reason: _, ...rest }) => hasAnyChange(rest), { error: 'nothing_to_change' })
  .meta({ id: 'UserChange' });
export const changeUser = endpoint('PUT', '/api/users/{id}/', {
  summary: 'Give or take the role of an administrator, disable or enable an account',
  access: administratorsOnly,
  params: IdParams,
  body: UserChange,
  replies: { 200: User },
  errors: ['forbidden', 'second_factor_missing', 'last_administrator', 'illegal_transition'],
});
/**
 * The reason for the deletion. Other administrators can read it in the audit log, the account
 * holder in the data export; it is erased with the account.
 */
export const UserDeletion = z
  .strictObject({
    reason: multilineText(accountsLimits.deletionReason.max).pipe(
      z.string().min(accountsLimits.deletionReason.min),
    ),
  })
  .meta({ id: 'UserDeletion' });
export const deleteUser = endpoint('DELETE', '/api/users/{id}/', {
  summary: "Ask for the deletion of somebody's account: the way in which a researcher's is deleted",
  access: administratorsOnly,
  params: IdParams,
  body: UserDeletion,
  replies: { 202: z.object({ deletion_at: Instant }) },
  errors: ['forbidden', 'second_factor_missing', 'last_administrator'],
});
