import type { Assignment } from '../../../../contracts/teaching/assignments';
import type { Classroom, JoinCode } from '../../../../contracts/teaching/classrooms';
import type { Course } from '../../../../contracts/teaching/courses';
import { unique } from '../../../support/chance/unique';
import { callApi, type Person } from '../api';

/** The people of a course, and of a classroom in it. */
export interface Teachers {
  administrator: Person;
  instructor: Person;
}
export interface TaughtClass {
  course: Course;
  alternative: Assignment;
  classroom: Classroom;
  join_code: string;
}

/**
 * Makes an open course that asks for 3 credits, with an alternative of 30 minutes, and an open
 * classroom with a join code.
 */
export async function makeTaughtClass(
  { administrator, instructor }: Teachers,
  title: string,
  credits_per_hour = 100,
): Promise<TaughtClass> {
  const by =
    ({ token }: Person) =>
    <T>(method: string, path: string, body: object) =>
      callApi<T>(method, path, { token, body });
  const [office, staff] = [by(administrator), by(instructor)];
  const draft = await office<Course>('POST', '/api/courses/', {
    title,
    code: `C-${unique()}`.slice(0, 40),
    term: 'Winter 2030',
    required_credits: 300,
    credits_per_hour,
    deadline: '2031-02-28T22:59:00Z',
  });
  const alternative = await office<Assignment>('POST', `/api/courses/${draft._id}/assignments/`, {
    kind: 'alternative',
    title: `Read a paper on ${title.toLowerCase()}`,
    instructions: 'Say in your own words what it found.',
    minutes: 30,
  });
  const course = await office<Course>('PUT', `/api/courses/${draft._id}/`, { state: 'open' });
  const { _id } = await staff<Classroom>('POST', '/api/classrooms/', {
    title: `Group of ${title}`,
    course_id: course._id,
  });
  const classroom = await staff<Classroom>('PUT', `/api/classrooms/${_id}/`, { state: 'open' });
  const { code } = await staff<JoinCode>('POST', `/api/classrooms/${_id}/join-code/`, {});
  return { course, alternative, classroom, join_code: code };
}
