import { z } from 'zod';
import { Id } from '../../../contracts/base/fields';
import { badField } from '../../platform/errors/errors';
import { decodeCursor } from '../../platform/http/cursor';
import { isSortedByNumber, type FileSorting } from './file-rows.sql';

/** PostgreSQL stores no NUL. */
const Words = z.string().refine((text) => !text.includes('\0'));
const Position = z.strictObject({ sort: z.string(), at: Words, name: Words, id: Id });

/** The decoded cursor: the sort value, name and id of the previous page's last file. */
export type ListPosition = z.output<typeof Position>;

/**
 * Decodes a cursor.
 * @throws DomainError validation_failed if the cursor belongs to a list with a different order, or
 * was not made by this server
 */
export function readPosition(cursor: string | undefined, sort: FileSorting): ListPosition | null {
  const position = decodeCursor(Position, cursor);
  if (!position) return null;
  // Sixteen digits suffice for a time in microseconds until the year 2286, and for the size of any
  // file in bytes.
  if (position.sort !== sort || (isSortedByNumber(sort) && !/^\d{1,16}$/.test(position.at)))
    throw badField('cursor', 'invalid');
  return position;
}
