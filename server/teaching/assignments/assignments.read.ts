import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { EnteredInstant, Id } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type { Assignment } from '../../../contracts/teaching/assignments';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { Secrets } from '../../platform/security/secrets';
import { classroomForMember } from '../model/membership';
import { studentKeyOf } from '../model/student-key';
import { readAssignments, type AssignmentListRow } from './assignment-rows.sql';
import { assignmentViewOf } from './assignment-view';

interface PageQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}
interface AssignmentPage {
  items: Assignment[];
  next_cursor: string | null;
}
/** The classroom and course whose assignments are read, and the reader. */
interface Scope {
  readonly classroomId: string | null;
  readonly courseId: string | null;
  /**
   * Set if a student reads, null for all other readers. A student gets only assignments that have
   * opened, with their own submissions.
   */
  readonly student: { readonly key: Buffer; readonly at: Date } | null;
}

const Position = z.strictObject({ due: EnteredInstant.nullable(), id: Id });

@Injectable()
export class AssignmentsRead {
  constructor(
    private readonly source: DataSource,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the assignments of a classroom and of its course, by due date.
   * @throws DomainError not_found, validation_failed for a broken cursor
   */
  async ofClassroom(
    classroomId: string,
    accountId: string,
    query: PageQuery,
  ): Promise<AssignmentPage> {
    return this.page(await this.scopeOf(classroomId, accountId), query);
  }

  /**
   * Reads the alternatives of a course, which earn credit without a study, for administrators.
   * @throws DomainError not_found, validation_failed for a broken cursor
   */
  async ofCourse(courseId: string, query: PageQuery): Promise<AssignmentPage> {
    const found: unknown[] = await this.source.query(
      `SELECT id FROM identity.course WHERE id = $1`,
      [courseId],
    );
    if (found.length === 0) throw new DomainError('not_found');
    return this.page({ classroomId: null, courseId, student: null }, query);
  }

  /** Reads one assignment of a classroom, for a member. @throws DomainError not_found */
  async inClassroom(id: string, classroomId: string, accountId: string): Promise<Assignment> {
    return this.one(id, await this.scopeOf(classroomId, accountId));
  }

  /** Reads one alternative of a course, for administrators. @throws DomainError not_found */
  inCourse(id: string, courseId: string): Promise<Assignment> {
    return this.one(id, { classroomId: null, courseId, student: null });
  }

  private async scopeOf(classroomId: string, accountId: string): Promise<Scope> {
    const { role, course_id } = await classroomForMember(
      this.source,
      'read',
      classroomId,
      accountId,
    );
    const student =
      role === 'student'
        ? { key: studentKeyOf(this.secrets, accountId), at: this.clock.now() }
        : null;
    return { classroomId, courseId: course_id, student };
  }

  private async one(id: string, scope: Scope): Promise<Assignment> {
    const [row] = await this.rows(scope, { id, limit: 1 });
    if (!row) throw new DomainError('not_found');
    return assignmentViewOf(row, scope.student !== null);
  }

  private async page(
    scope: Scope,
    { limit = limits.pageSize, cursor }: PageQuery,
  ): Promise<AssignmentPage> {
    const after = decodeCursor(Position, cursor);
    const rows = await this.rows(scope, { after, limit: limit + 1 });
    const page = pageOfRows(rows, limit, ({ due_at, id }) => ({
      due: due_at?.toISOString() ?? null,
      id,
    }));
    return {
      ...page,
      items: page.items.map((row) => assignmentViewOf(row, scope.student !== null)),
    };
  }

  private rows(
    { classroomId, courseId, student }: Scope,
    {
      id = null,
      after = null,
      limit,
    }: { id?: string | null; after?: z.output<typeof Position> | null; limit: number },
  ): Promise<AssignmentListRow[]> {
    return readAssignments(this.source, [
      classroomId,
      courseId,
      student?.key ?? null,
      student?.at ?? null,
      id,
      after?.due ?? null,
      after?.id ?? null,
      limit,
    ]);
  }
}
