import type { z } from 'zod';

const blank = /\[\[([^[\]\n]{1,500})\]\]/g;
/**
 * Finds the placeholders, written `[[like this]]`, that a researcher has not filled in yet. For
 * each: where it begins, its length, and the hint in it that says what belongs there. Templates of
 * consent forms contain such placeholders.
 */
export const placeholdersIn = (body: string): { at: number; length: number; hint: string }[] =>
  [...body.matchAll(blank)].map(({ index, 0: { length }, 1: hint = '' }) => ({
    at: index,
    length,
    hint,
  }));

/** Refuses a text that still contains placeholders. */
export const withoutPlaceholders = <S extends z.ZodType<string>>(schema: S) =>
  schema.refine((value) => placeholdersIn(value).length === 0, { error: 'blanks_left' });
