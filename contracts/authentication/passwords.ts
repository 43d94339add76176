import { z } from 'zod';
import { anyone } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Email, line } from '../base/fields';
import { limits } from '../base/limits';

/**
 * docs/specification.md, 5: mixed case, a digit, a punctuation character, at least eight
 * characters. The form and the server share this schema.
 */
export const Password = z
  .string()
  .min(limits.password.min)
  .max(limits.password.max)
  .refine((p) => /\p{Ll}/u.test(p), { error: 'password_lower' })
  .refine((p) => /\p{Lu}/u.test(p), { error: 'password_upper' })
  .refine((p) => /\d/.test(p), { error: 'password_digit' })
  .refine((p) => /[\p{P}\p{S}]/u.test(p), { error: 'password_punctuation' });

export const mustMatch = (
  v: { password: string; password_confirmation: string },
  ctx: z.RefinementCtx,
) => {
  if (v.password !== v.password_confirmation)
    ctx.addIssue({ code: 'custom', path: ['password_confirmation'], message: 'password_mismatch' });
};
export const ResetRequest = z.strictObject({ email: Email }).meta({ id: 'ResetRequest' });
export const PasswordReset = z
  .strictObject({
    email: Email,
    code: line(40),
    password: Password,
    password_confirmation: z.string().max(limits.password.max),
  })
  .superRefine(mustMatch)
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
