import type { z } from 'zod';
import { badField } from '../errors/errors';

/**
 * Encodes the position at which a page of a list ends (keyset pagination) as base64url of JSON;
 * clients must not interpret it. Rows that are added or deleted between two pages do not shift the
 * next page.
 */
export const encodeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * @throws DomainError validation_failed for a cursor that this server did not issue for this list
 */
export function decodeCursor<T extends z.ZodType>(
  schema: T,
  cursor: string | undefined,
): z.output<T> | null {
  if (cursor === undefined) return null;
  let position: unknown;
  try {
    position = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw badField('cursor', 'invalid');
  }
  const parsed = schema.safeParse(position);
  if (!parsed.success) throw badField('cursor', 'invalid');
  return parsed.data;
}

/**
 * Makes a page of a list, with the cursor of the next page.
 * @param rows the rows that were read: `limit` rows, and one more if another page follows
 */
export function pageOfRows<R>(
  rows: readonly R[],
  limit: number,
  position: (last: R) => unknown,
): { items: R[]; next_cursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    next_cursor: rows.length > limit && last !== undefined ? encodeCursor(position(last)) : null,
  };
}
