import type { Classroom } from '../../../../contracts/teaching/classrooms';
import type { Course } from '../../../../contracts/teaching/courses';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import { classroomRequestsOf } from '../rigs/classrooms-rig';

let run: RunningApp;
let teaching: ReturnType<typeof classroomRequestsOf>;
let instructor: TestPerson;
let admin: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  teaching = classroomRequestsOf(run);
  admin = await teaching.administrator();
});
afterAll(() => run.close());
beforeEach(async () => void (instructor = await makeResearcher(run.source)));

interface Named {
  _id: string;
}
const change = (room: Named, body: object, who = instructor) =>
  teaching.told('PUT', `/api/classrooms/${room._id}/`, who, body);
const read = (room: Named, who = instructor) =>
  teaching.made(teaching.ask<Classroom>('GET', `/api/classrooms/${room._id}/`, who));
const changeCourse = (course: Named, body: object) =>
  teaching.told('PUT', `/api/courses/${course._id}/`, admin, body);
const readCourse = (course: Named) =>
  teaching.made(teaching.ask<Course>('GET', `/api/courses/${course._id}/`, admin));
const builds = async (who: TestPerson) => {
  const { body } = await teaching.ask<{ builds: boolean }>('GET', `/api/users/${who._id}/`, who);
  return body.builds;
};

describe('A classroom whose students build studies', () => {
  it('has a consent form, its own or that of its course', async () => {
    const room = await teaching.classroom(instructor);
    expect(await read(room)).toMatchObject({ students_build: false, consent_in_force: null });
    expect(await change(room, { students_build: true })).toBe('consent_missing');
    expect(await change(room, { students_build: true, consent_text: '' })).toBe('consent_missing');
    expect(await change(room, { students_build: true, consent_text: 'We ask you.' })).toBe(200);
    expect(await read(room)).toMatchObject({
      students_build: true,
      consent_text: 'We ask you.',
      consent_in_force: 'We ask you.',
    });
    const course = await teaching.courseOf(admin, { consent_text: 'The course asks you.' });
    const other = await teaching.classroom(instructor, { course_id: course._id });
    expect(await change(other, { students_build: true })).toBe(200);
    expect(await read(other)).toMatchObject({
      consent_text: null,
      consent_in_force: 'The course asks you.',
    });
  });

  it('keeps its consent form as long as its students build studies', async () => {
    const room = await teaching.classroom(instructor);
    expect(await change(room, { students_build: true, consent_text: 'We ask you.' })).toBe(200);
    for (const consent_text of [null, ''])
      expect(await change(room, { consent_text })).toBe('consent_missing');
    expect(await change(room, { consent_text: 'We ask you again.' })).toBe(200);
    expect(await change(room, { title: 'Renamed' })).toBe(200);
    expect(await read(room)).toMatchObject({ consent_text: 'We ask you again.', title: 'Renamed' });
    expect(await change(room, { students_build: false, consent_text: null })).toBe(200);
    expect(await read(room)).toMatchObject({ students_build: false, consent_in_force: null });
  });

  it('cannot leave the course whose consent form it uses', async () => {
    const course = await teaching.courseOf(admin, { consent_text: 'The course asks you.' });
    const room = await teaching.classroom(instructor, { course_id: course._id });
    expect(await change(room, { students_build: true })).toBe(200);
    expect(await change(room, { course_id: null })).toBe('consent_missing');
    expect(await change(room, { course_id: null, consent_text: 'We ask you.' })).toBe(200);
    expect(await read(room)).toMatchObject({ course: null, consent_in_force: 'We ask you.' });
  });

  it('takes no consent form with blanks of a template', async () => {
    const room = await teaching.classroom(instructor);
    const body = { consent_text: 'We are [[who you are]].' };
    const { body: refused } = await teaching.ask(
      'PUT',
      `/api/classrooms/${room._id}/`,
      instructor,
      body,
    );
    expect(refused.fields).toEqual([
      expect.objectContaining({ path: 'consent_text', code: 'blanks_left' }),
    ]);
  });

  it('shows its own consent form to its staff, and the one in force to all members', async () => {
    const room = await teaching.classroom(instructor);
    const student = await makePerson(run.source);
    await teaching.letIn(room, student);
    await change(room, { consent_text: 'We ask you.' });
    expect(await read(room, student)).toMatchObject({
      consent_text: null,
      consent_in_force: 'We ask you.',
    });
  });

  it('lets its students build studies, but not its staff or former members', async () => {
    const room = await teaching.classroom(instructor);
    const [student, assistant] = [await makePerson(run.source), await makePerson(run.source)];
    const membership = await teaching.letIn(room, student);
    await teaching.letIn(room, assistant, 'assistant');
    expect(await builds(student)).toBe(false);
    await change(room, { students_build: true, consent_text: 'We ask you.' });
    const people = () => Promise.all([student, assistant, instructor].map(builds));
    expect(await people()).toEqual([true, false, false]);
    const path = `/api/classrooms/${room._id}/members/`;
    const asAssistant = { member: membership, role: 'assistant' };
    expect(await teaching.told('POST', path, instructor, asAssistant)).toBe(200);
    expect(await people()).toEqual([false, false, false]);
    const asStudent = { member: membership, role: 'student' };
    expect(await teaching.told('POST', path, instructor, asStudent)).toBe(200);
    expect(await people()).toEqual([true, false, false]);
    expect(await teaching.told('DELETE', `${path}${membership}/`, student)).toBe(204);
    expect(await people()).toEqual([false, false, false]);
  });
});

describe('The consent form of a course', () => {
  it('is stored, changed and removed, and stays when other terms change', async () => {
    const course = await teaching.courseOf(admin, { consent_text: 'We ask you.' });
    expect(course.consent_text).toBe('We ask you.');
    expect(await changeCourse(course, { title: 'Psychology 2' })).toBe(200);
    expect(await readCourse(course)).toMatchObject({
      title: 'Psychology 2',
      consent_text: 'We ask you.',
    });
    expect(await changeCourse(course, { consent_text: 'We ask you again.' })).toBe(200);
    expect((await readCourse(course)).consent_text).toBe('We ask you again.');
    expect(await changeCourse(course, { consent_text: '' })).toBe(200);
    expect((await readCourse(course)).consent_text).toBeNull();
  });

  it('is copied when the course is repeated', async () => {
    const course = await teaching.courseOf(admin, { consent_text: 'We ask you.' });
    const again = await teaching.made(
      teaching.ask<Course>('POST', `/api/courses/${course._id}/copies/`, admin, {
        term: 'Summer 2027',
        deadline: teaching.inDays(200),
      }),
    );
    expect(again).toMatchObject({ term: 'Summer 2027', consent_text: 'We ask you.' });
  });

  it('cannot be removed while students of a classroom without a consent form build studies', async () => {
    const course = await teaching.courseOf(admin, { consent_text: 'We ask you.' });
    const room = await teaching.classroom(instructor, { course_id: course._id });
    expect(await change(room, { students_build: true })).toBe(200);
    expect(await changeCourse(course, { consent_text: null })).toBe('consent_missing');
    expect((await readCourse(course)).consent_text).toBe('We ask you.');
    expect(await change(room, { consent_text: 'The class asks you.' })).toBe(200);
    expect(await changeCourse(course, { consent_text: null })).toBe(200);
    expect((await read(room)).consent_in_force).toBe('The class asks you.');
  });

  it('can be removed once the classroom is archived', async () => {
    const course = await teaching.courseOf(admin, { consent_text: 'We ask you.' });
    const room = await teaching.classroom(instructor, { course_id: course._id });
    expect(await change(room, { students_build: true })).toBe(200);
    expect(await change(room, { state: 'archived' })).toBe(200);
    expect(await changeCourse(course, { consent_text: null })).toBe(200);
  });

  it.each([
    ['the classroom lets students build', { students_build: true }, null],
    [
      'the classroom gives up its own form',
      { consent_text: null },
      { students_build: true, consent_text: 'Mine.' },
    ],
  ])('cannot be removed at the moment in which %s', async (_, body, before) => {
    for (let turn = 0; turn < 3; turn++) {
      const course = await teaching.courseOf(admin, { consent_text: 'We ask you.' });
      const room = await teaching.classroom(instructor, { course_id: course._id });
      if (before !== null) expect(await change(room, before)).toBe(200);
      const both = await Promise.all([
        change(room, body),
        changeCourse(course, { consent_text: null }),
      ]);
      expect(both.toSorted()).toEqual([200, 'consent_missing']);
      const { students_build, consent_in_force } = await read(room);
      expect(students_build && consent_in_force === null).toBe(false);
    }
  });
});
