import type { Assignment, StudentSubmission } from '../../../contracts/teaching/assignments';
import type { Classroom } from '../../../contracts/teaching/classrooms';
import type { CourseSummary } from '../../../contracts/teaching/courses';
import type { Credit, CourseCredits } from '../../../contracts/teaching/credits';
import { distantFuture } from './common-answers';

export const teachingId = (n: number) => `0193a1b2-0000-7000-8000-0000000001${10 + n}`;

/** An open course that requires 3 credits, and gives one credit for an hour. */
export const aCourse = (more: Partial<CourseSummary> = {}): CourseSummary => ({
  _id: teachingId(1),
  title: 'Introduction to psychology',
  code: 'PSY 101',
  term: 'Winter 2026',
  organization: 'Example University',
  required_credits: 300,
  credits_per_hour: 100,
  deadline: distantFuture,
  state: 'open',
  ...more,
});
/** An open classroom, as a student reads it. */
export const aClassroom = (more: Partial<Classroom> = {}): Classroom => ({
  _id: teachingId(2),
  title: 'Group A',
  state: 'open',
  course: aCourse(),
  role: 'student',
  member_id: teachingId(3),
  student_number: null,
  instructors: ['Grace Hopper'],
  counts: null,
  students_build: false,
  consent_text: null,
  consent_in_force: null,
  join_code: null,
  created_at: '2026-10-01T10:00:00Z',
  ...more,
});
/** An alternative of 30 minutes. */
export const anAlternative = (more: Partial<Assignment> = {}): Assignment => ({
  _id: teachingId(4),
  kind: 'alternative',
  classroom_id: teachingId(2),
  course_id: null,
  title: 'Read a paper',
  instructions: 'Say what the paper found.',
  study: null,
  minutes: 30,
  credits: 50,
  opens_at: null,
  due_at: null,
  waiting: null,
  submission: null,
  created_at: '2026-10-01T10:00:00Z',
  ...more,
});
export const aSubmission = (more: Partial<StudentSubmission> = {}): StudentSubmission => ({
  _id: teachingId(5),
  state: 'submitted',
  text: 'It found little.',
  has_pdf: false,
  words: null,
  day: '2026-11-20',
  ...more,
});
export const aCredit = (more: Partial<Credit> = {}): Credit => ({
  _id: teachingId(6),
  source: 'study',
  title: 'Faces in a crowd',
  minutes: 30,
  course_id: teachingId(1),
  credits: 50,
  movable: true,
  ...more,
});
export const aCreditCourse = (more: Partial<CourseCredits> = {}): CourseCredits => ({
  course: aCourse(),
  classroom: { _id: teachingId(2), title: 'Group A' },
  earned: 50,
  missing: 250,
  open: true,
  ...more,
});
