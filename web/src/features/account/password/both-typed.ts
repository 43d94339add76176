import { z } from 'zod';

const Twice = z
  .object({ password: z.string(), password_confirmation: z.string().min(1) })
  .superRefine((typed, ctx) => {
    if (typed.password !== typed.password_confirmation)
      ctx.addIssue({
        code: 'custom',
        path: ['password_confirmation'],
        message: 'password_mismatch',
      });
  });

/**
 * The contract compares two passwords only once all else is right; a form says at once that the
 * second is missing, or differs.
 */
export const bothTyped = <Out, In>(schema: z.ZodType<Out, In>) =>
  z.intersection(schema, Twice) as unknown as z.ZodType<Out, In>;
