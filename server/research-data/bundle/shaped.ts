import type { z } from 'zod';

/** Undefined for what is nested deeper than anything of ours. */
export function shaped<S extends z.ZodType>(schema: S, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
