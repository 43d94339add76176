import { randomUUID } from 'node:crypto';
import type { Study } from '../../../contracts/studies/studies';
import type { Assignment } from '../../../contracts/teaching/assignments';
import type { Classroom, JoinCode } from '../../../contracts/teaching/classrooms';
import type { Course } from '../../../contracts/teaching/courses';
import { callApi, type Person } from '../support/api';

/**
 * A course, and a classroom with a student, who has submitted an alternative to studies and builds a
 * study.
 */
export interface TaughtClassroom {
  readonly course: string;
  readonly courseTitle: string;
  readonly classroom: string;
  /** A study that the student builds for the class; it is not submitted. */
  readonly study: string;
}

export const classroomTitle = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
export const studentStudyTitle = 'Aufmerksamkeitsverschiebungsexperiment';

export async function makeTaughtClassroom(people: {
  participant: Person;
  researcher: Person;
  administrator: Person;
}): Promise<TaughtClassroom> {
  const as =
    ({ token }: Person) =>
    <T>(method: string, path: string, body: object) =>
      callApi<T>(method, path, { token, body });
  const [administrator, researcher, participant] = [
    as(people.administrator),
    as(people.researcher),
    as(people.participant),
  ];
  const courseTitle = `Introduction to psychology ${randomUUID().slice(0, 4)}`;
  const { _id: course } = await administrator<Course>('POST', '/api/courses/', {
    title: courseTitle,
    code: 'PSY-101',
    term: 'Winter 2030/31',
    organization: 'Rheinische Friedrich-Wilhelms-Universität Bonn',
    required_credits: 300,
    credits_per_hour: 100,
    deadline: '2031-02-28T22:59:00Z',
  });
  const { _id: alternative } = await administrator<Assignment>(
    'POST',
    `/api/courses/${course}/assignments/`,
    {
      kind: 'alternative',
      title: 'Read a paper',
      instructions: 'Summarise its question,\nits method,\nits result,\nand your doubts.',
      minutes: 45,
    },
  );
  await administrator('PUT', `/api/courses/${course}/`, { state: 'open' });
  const { _id: classroom } = await researcher<Classroom>('POST', '/api/classrooms/', {
    title: classroomTitle,
    course_id: course,
  });
  const path = `/api/classrooms/${classroom}/`;
  await researcher('PUT', path, { state: 'open' });
  const { code } = await researcher<JoinCode>('POST', `${path}join-code/`, { uses: 30 });
  await researcher('POST', `${path}invitations/`, {
    emails: [`a-very-long-name-before-the-sign-${randomUUID().slice(0, 8)}@people.test`],
  });
  await participant('POST', '/api/memberships/', { code, student_number: '4711' });
  await participant('POST', `/api/assignments/${alternative}/submissions/`, {
    text: 'A first line.\n\nA second paragraph.',
  });
  await researcher('PUT', path, {
    students_build: true,
    consent_text: '# Taking part\n\nI take part of my own free will.',
  });
  const { _id: study } = await participant<Study>('POST', '/api/studies/', {
    title: studentStudyTitle,
    description: 'You look at faces.',
    duration_minutes: 10,
    privacy_level: 'anonymous',
    classroom_id: classroom,
  });
  return { course, courseTitle, classroom, study };
}
