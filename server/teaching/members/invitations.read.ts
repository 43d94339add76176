import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { limits } from '../../../contracts/base/limits';
import type { ClassroomInvitation, listInvitations } from '../../../contracts/teaching/classrooms';
import { Clock } from '../../platform/concurrency/clock';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { classroomForMember } from '../model/membership';

type Row = Omit<ClassroomInvitation, 'expires_at'> & { expires_at: Date };

/**
 * The position in the list of invitations after which the next page begins: a mail address. It must
 * not contain NUL, which PostgreSQL refuses.
 */
const Position = z.string().refine((text) => !text.includes('\0'));

@Injectable()
export class InvitationsRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists the open invitations by mail address. Only the classroom's staff may read them.
   * @throws DomainError not_found, forbidden, validation_failed
   */
  async page(
    classroomId: string,
    accountId: string,
    { limit = limits.pageSize, cursor }: EndpointInput<typeof listInvitations>['query'],
  ) {
    await classroomForMember(this.source, 'staff', classroomId, accountId);
    const rows: Row[] = await this.source.query(
      `SELECT i.id AS _id, i.email, i.role, i.expires_at FROM identity.classroom_invitation i
       WHERE i.classroom_id = $1 AND i.expires_at > $2 AND ($3::text IS NULL OR i.email > $3)
       ORDER BY i.email LIMIT $4`,
      [classroomId, this.clock.now(), decodeCursor(Position, cursor), limit + 1],
    );
    const { items, next_cursor } = pageOfRows(rows, limit, ({ email }) => email);
    return {
      items: items.map((row) => ({ ...row, expires_at: row.expires_at.toISOString() })),
      next_cursor,
    };
  }
}
