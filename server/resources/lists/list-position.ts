import { z } from 'zod';
import { Id } from '../../../contracts/base/fields';
import { badField } from '../../platform/errors/errors';
import { readCursor } from '../../platform/http/cursor';
import { isNumbered, type Sorting } from './file-rows.sql';

/** PostgreSQL stores no NUL. */
const Words = z.string().refine((text) => !text.includes('\0'));
const Position = z.strictObject({ sort: z.string(), at: Words, name: Words, id: Id });

/** The cursor: where a page begins, by the sort value, the file's name and its id. */
export type ListPosition = z.output<typeof Position>;

/** @throws DomainError validation_failed for a cursor of another order, or one that no page gave */
export function readPosition(cursor: string | undefined, sort: Sorting): ListPosition | null {
  const position = readCursor(Position, cursor);
  if (!position) return null;
  // Sixteen digits: microseconds until the year 2286, and more bytes than a file may have.
  if (position.sort !== sort || (isNumbered(sort) && !/^\d{1,16}$/.test(position.at)))
    throw badField('cursor', 'invalid');
  return position;
}
