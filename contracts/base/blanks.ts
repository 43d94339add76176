import type { z } from 'zod';

const blank = /\[\[([^[\]\n]{1,500})\]\]/g;
/**
 * Finds the placeholders of a text that are still to be filled in, `[[like this]]`, as in the templates: where each
 * begins, and what belongs there.
 */
export const blanksIn = (body: string): { at: number; length: number; hint: string }[] =>
  [...body.matchAll(blank)].map(({ index, 0: { length }, 1: hint = '' }) => ({
    at: index,
    length,
    hint,
  }));

/** A form with unfilled placeholders is refused. */
export const withoutBlanks = <S extends z.ZodType<string>>(schema: S) =>
  schema.refine((value) => blanksIn(value).length === 0, { error: 'blanks_left' });
