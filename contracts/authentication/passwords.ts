import { z } from 'zod';
import { anyone } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Email, singleLine } from '../base/fields';
import { refusePasswordMismatch, Password } from '../accounts/password';
import { limits } from '../base/limits';

export const ResetRequest = z.strictObject({ email: Email }).meta({ id: 'ResetRequest' });
export const PasswordReset = z
  .strictObject({
    email: Email,
    code: singleLine(40),
    password: Password,
    password_confirmation: z.string().max(limits.password.max),
  })
  .superRefine(refusePasswordMismatch)
  .meta({ id: 'PasswordReset' });
export const requestReset = endpoint('POST', '/api/users/password/', {
  summary: 'Ask for a reset code',
  access: anyone,
  body: ResetRequest,
  replies: { 202: null },
});
export const resetPassword = endpoint('PUT', '/api/users/password/', {
  summary: 'Set a new password with a reset code',
  access: anyone,
  body: PasswordReset,
  replies: { 204: null },
  errors: ['invalid_code'],
});
