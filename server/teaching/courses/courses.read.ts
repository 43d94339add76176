import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { EnteredInstant, Id, isPlainText } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import {
  CourseState,
  type Course,
  type CourseSummary,
  type listCourses,
  type listOfferedCourses,
} from '../../../contracts/teaching/courses';
import { badField, DomainError } from '../../platform/errors/errors';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { alternativeAssignmentsSql } from '../model/alternatives';
import { courseTermsColumns, courseTermsOf, type CourseTermsRow } from '../model/course-terms.sql';
import { isDraftOrOpen } from '../model/states.rule';

type Row = Omit<Course, 'deadline' | 'created_at'> & { deadline: Date; created_at: Date };

const terms = courseTermsColumns('c');
const whole = `${terms}, c.consent_text, c.created_at,
  (SELECT count(*)::int FROM identity.classroom r WHERE r.course_id = c.id) AS classrooms,
  (SELECT count(DISTINCT m.account_id)::int FROM identity.classroom_member m
   JOIN identity.classroom r ON r.id = m.classroom_id
   WHERE r.course_id = c.id AND m.role = 'student') AS students,
  (SELECT count(*)::int FROM ${alternativeAssignmentsSql('c.id')}) AS alternatives`;

/**
 * SQL: a page of the courses in the given states whose texts contain the searched text; those with
 * the latest deadline come first.
 */
const page = (columns: string) => `SELECT ${columns} FROM identity.course c
  WHERE ($1::text[] IS NULL OR c.state = ANY($1))
    AND strpos(identity.folded(concat_ws(' ', c.title, c.code, c.term, c.organization)), identity.folded($2)) > 0
    AND ($3::timestamptz IS NULL OR (c.deadline, c.id) < ($3, $4::uuid))
  ORDER BY c.deadline DESC, c.id DESC LIMIT $5`;
const viewOf = (row: Row): Course => ({
  ...row,
  deadline: row.deadline.toISOString(),
  created_at: row.created_at.toISOString(),
});

/** Reads courses for administrators, and their terms for people who create a classroom. */
@Injectable()
export class CoursesRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Reads a page of courses.
   * @throws DomainError validation_failed for a cursor that this list did not return, or a search
   *   text that is not plain text
   */
  async page(query: EndpointInput<typeof listCourses>['query']) {
    const { parameters, limit } = asked(query, query.state === undefined ? null : [query.state]);
    const rows: Row[] = await this.source.query(page(whole), parameters);
    return pageOfRows(rows.map(viewOf), limit, cursorOf);
  }

  /**
   * Reads a page of the courses that accept classrooms (drafts and open ones), with their terms only.
   * @throws DomainError for the same reasons as `page`
   */
  async offered(query: EndpointInput<typeof listOfferedCourses>['query']) {
    const { parameters, limit } = asked(query, CourseState.options.filter(isDraftOrOpen));
    const rows: CourseTermsRow[] = await this.source.query(page(terms), parameters);
    return pageOfRows(rows.map(courseTermsOf), limit, cursorOf);
  }

  /** @throws DomainError not_found */
  async one(id: string): Promise<Course> {
    const [row]: Row[] = await this.source.query(
      `SELECT ${whole} FROM identity.course c WHERE c.id = $1`,
      [id],
    );
    if (!row) throw new DomainError('not_found');
    return viewOf(row);
  }
}

const Position = z.strictObject({ deadline: EnteredInstant, id: Id });
const cursorOf = ({ deadline, _id }: CourseSummary) => ({ deadline, id: _id });

function asked(
  { text = '', limit = limits.pageSize, cursor }: EndpointInput<typeof listOfferedCourses>['query'],
  states: CourseState[] | null,
) {
  if (!isPlainText(text)) throw badField('text', 'invalid_text');
  const after = decodeCursor(Position, cursor);
  const parameters: [CourseState[] | null, string, string | null, string | null, number] = [
    states,
    text.trim(),
    after?.deadline ?? null,
    after?.id ?? null,
    limit + 1,
  ];
  return { limit, parameters };
}
