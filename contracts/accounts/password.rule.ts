import { z } from 'zod';
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
