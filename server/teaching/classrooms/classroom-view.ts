import type { Classroom } from '../../../contracts/teaching/classrooms';
import { fullNameSql } from '../../access/accounts/full-name.sql';
import { classConsentSql } from '../model/class-consent';
import {
  courseTermsOfJson,
  courseTermsJson,
  type CourseTermsInJson,
} from '../model/course-terms.sql';

export interface ClassroomViewRow {
  _id: string;
  title: string;
  state: Classroom['state'];
  course: CourseTermsInJson | null;
  role: Classroom['role'];
  member_id: string;
  student_number: string | null;
  instructors: string[];
  counts: { instructors: number; assistants: number; students: number };
  join_code: string | null;
  join_uses_left: number | null;
  join_expires_at: Date | null;
  join_domain: string | null;
  students_build: boolean;
  consent_text: string | null;
  consent_in_force: string | null;
  created_at: Date;
}

/**
 * SQL for the names of a classroom's instructors, in alphabetical order.
 * @param classroom SQL of the classroom's id
 */
export const instructorNamesSql = (classroom: string): string =>
  `ARRAY(SELECT ${fullNameSql('p')} FROM identity.classroom_member i JOIN identity.person p ON p.id = i.account_id
     WHERE i.classroom_id = ${classroom} AND i.role = 'instructor' ORDER BY p.last_name, p.first_name, p.id)`;

/** SQL: the classrooms of the account $1, with the account's role in each. */
export const classroomViewSql = `
  SELECT c.id AS _id, c.title, c.state, ${courseTermsJson('o')} AS course, m.role, m.id AS member_id, m.student_number,
    ${instructorNamesSql('c.id')} AS instructors,
    (SELECT jsonb_build_object('instructors', count(*) FILTER (WHERE n.role = 'instructor'),
       'assistants', count(*) FILTER (WHERE n.role = 'assistant'),
       'students', count(*) FILTER (WHERE n.role = 'student'))
     FROM identity.classroom_member n WHERE n.classroom_id = c.id) AS counts,
    c.join_code, c.join_uses_left, c.join_expires_at, c.join_domain, c.students_build,
    CASE WHEN m.role <> 'student' THEN c.consent_text END AS consent_text,
    ${classConsentSql('o', 'c')} AS consent_in_force, c.created_at
  FROM identity.classroom_member m JOIN identity.classroom c ON c.id = m.classroom_id
  LEFT JOIN identity.course o ON o.id = c.course_id
  WHERE m.account_id = $1`;

/**
 * Converts a row to the contract's format. Students see neither the number of students nor the join
 * code.
 */
export function classroomViewOf(row: ClassroomViewRow): Classroom {
  const { join_code, join_uses_left, join_expires_at, join_domain, counts, ...shown } = row;
  const isStaff = row.role !== 'student';
  return {
    ...shown,
    course: row.course && courseTermsOfJson(row.course),
    counts: isStaff ? counts : null,
    join_code:
      isStaff && join_code !== null
        ? {
            code: join_code,
            uses_left: join_uses_left,
            expires_at: join_expires_at?.toISOString() ?? null,
            domain: join_domain,
          }
        : null,
    created_at: row.created_at.toISOString(),
  };
}
