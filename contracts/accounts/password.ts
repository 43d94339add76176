import { z } from 'zod';
import { limits } from '../base/limits';
import { passwordRequirements, type PasswordRequirement } from './password.rule';

const contains = (part: PasswordRequirement) =>
  [(password: string) => passwordRequirements[part].test(password), { error: part }] as const;

/** A password that a person chooses. The form and the server use the same schema. */
export const Password = z
  .string()
  .min(limits.password.min)
  .max(limits.password.max)
  .refine(...contains('password_lower'))
  .refine(...contains('password_upper'))
  .refine(...contains('password_digit'))
  .refine(...contains('password_punctuation'));

export const refusePasswordMismatch = (
  v: { password: string; password_confirmation: string },
  ctx: z.RefinementCtx,
) => {
  if (v.password !== v.password_confirmation)
    ctx.addIssue({ code: 'custom', path: ['password_confirmation'], message: 'password_mismatch' });
};
