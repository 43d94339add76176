import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { Id } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type { listMembers, ClassroomMember } from '../../../contracts/teaching/classrooms';
import { DomainError } from '../../platform/errors/errors';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { classroomForMember } from '../model/membership';

type Row = ClassroomMember & { rank: number };

/** SQL: the members of the classroom $1 as the account $2 sees them, by role and name. */
const select = `
  SELECT m.id AS _id, m.role, p.first_name, p.last_name, p.email, m.student_number, m.joined_on::text AS joined_on,
    m.account_id = $2 AS own, r.rank
  FROM identity.classroom_member m JOIN identity.person p ON p.id = m.account_id
  CROSS JOIN LATERAL (
    SELECT array_position(ARRAY['instructor', 'assistant', 'student'], m.role) AS rank) AS r
  WHERE m.classroom_id = $1`;

/** PostgreSQL stores no NUL. */
const Words = z.string().refine((text) => !text.includes('\0'));
const Position = z.strictObject({ rank: z.int().min(1).max(3), last: Words, first: Words, id: Id });

const viewOf = ({ rank: _, ...member }: Row): ClassroomMember => member;

@Injectable()
export class MembersRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Lists the members by role and name. Only the classroom's staff may read the list.
   * @throws DomainError not_found, forbidden; validation_failed for a cursor that this list did not
   *   return
   */
  async page(
    classroomId: string,
    accountId: string,
    { limit = limits.pageSize, cursor }: EndpointInput<typeof listMembers>['query'],
  ) {
    await classroomForMember(this.source, 'staff', classroomId, accountId);
    const after = decodeCursor(Position, cursor);
    const rows: Row[] = await this.source.query(
      `${select} AND ($3::int IS NULL OR (r.rank, p.last_name, p.first_name, m.id) > ($3, $4::text, $5::text, $6::uuid))
       ORDER BY r.rank, p.last_name, p.first_name, m.id LIMIT $7`,
      [
        classroomId,
        accountId,
        after?.rank ?? null,
        after?.last ?? null,
        after?.first ?? null,
        after?.id ?? null,
        limit + 1,
      ],
    );
    const { items, next_cursor } = pageOfRows(
      rows,
      limit,
      ({ rank, last_name, first_name, _id }) => ({
        rank,
        last: last_name,
        first: first_name,
        id: _id,
      }),
    );
    return { items: items.map(viewOf), next_cursor };
  }

  /** @throws DomainError not_found for a person who is no longer a member */
  async one(classroomId: string, member: string, accountId: string): Promise<ClassroomMember> {
    const [row]: Row[] = await this.source.query(`${select} AND m.id = $3`, [
      classroomId,
      accountId,
      member,
    ]);
    if (!row) throw new DomainError('not_found');
    return viewOf(row);
  }
}
