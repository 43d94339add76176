import type { z } from 'zod';
import { badField } from '../errors/errors';

/**
 * The position where a keyset page ended: opaque to clients, base64url JSON inside. Rows that are
 * added or deleted between two pages do not shift the next one.
 */
export const writeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/**
 * @throws DomainError validation_failed for a cursor that this server did not issue for this list.
 */
export function readCursor<T extends z.ZodType>(
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

/** @param rows one more than `limit`, where there are more. */
export function pageOfRows<R>(
  rows: readonly R[],
  limit: number,
  position: (last: R) => unknown,
): { items: R[]; next_cursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    next_cursor: rows.length > limit && last !== undefined ? writeCursor(position(last)) : null,
  };
}
