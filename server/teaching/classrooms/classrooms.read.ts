import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { Id } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type { Classroom, listClassrooms } from '../../../contracts/teaching/classrooms';
import { DomainError } from '../../platform/errors/errors';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { classroomViewOf, classroomViewSql, type ClassroomViewRow } from './classroom-view';

/** Reads classrooms as one of their members sees them. */
@Injectable()
export class ClassroomsRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Lists the account's classrooms, the newest first.
   * @throws DomainError validation_failed for a cursor that this list did not return
   */
  async page(
    { role, state, limit = limits.pageSize, cursor }: EndpointInput<typeof listClassrooms>['query'],
    accountId: string,
  ) {
    const rows: ClassroomViewRow[] = await this.source.query(
      `${classroomViewSql} AND ($2::text IS NULL OR m.role = $2) AND ($3::text IS NULL OR c.state = $3)
         AND ($4::uuid IS NULL OR c.id < $4)
       ORDER BY c.id DESC LIMIT $5`,
      [accountId, role ?? null, state ?? null, decodeCursor(Id, cursor), limit + 1],
    );
    return pageOfRows(rows.map(classroomViewOf), limit, ({ _id }) => _id);
  }

  /** @throws DomainError not_found for an account that is no member */
  async one(id: string, accountId: string): Promise<Classroom> {
    const [row]: ClassroomViewRow[] = await this.source.query(`${classroomViewSql} AND c.id = $2`, [
      accountId,
      id,
    ]);
    if (!row) throw new DomainError('not_found');
    return classroomViewOf(row);
  }
}
