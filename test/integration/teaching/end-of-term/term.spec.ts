/**
 * @engines long: workers get the jobs for emails and copies of data from a queue, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import type { Classroom } from '../../../../contracts/teaching/classrooms';
import { SealAgreements } from '../../../../server/enrolment/agreements/seal-agreements';
import { days, addMilliseconds } from '../../../../server/platform/concurrency/clock';
import { mailServicesOf } from '../../../support/app/mail-services';
import { endOfTermMails } from '../../../../server/teaching/end-of-term/class-erasure.mail';
import type { RunningWorkers } from '../../../../workers/start';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { startTestWorkers } from '../../../support/app/workers';
import { eventually } from '../../../support/chance/wait';
import { makeAdministrator, makePerson, type TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { exportRequestsOf } from '../../data-rights/requesting';
import { Inbox } from '../../mail/inbox';
import { classStudyCallsOf } from '../rigs/class-studies';
import { creditRequestsOf, creditSumsOf } from '../rigs/credits-rig';

// An application with its own workers, which send to a mail server of the test; its jobs look at
// all classrooms.
const [inbox, clock] = [new Inbox(), new TestClock()];
let run: SeparateApp;
let workers: RunningWorkers;
let term: ReturnType<typeof classStudyCallsOf>;
let credits: ReturnType<typeof creditRequestsOf>;
beforeAll(async () => {
  await inbox.start();
  run = await startApp({ clock, environment: { SMTP_URL: inbox.url } });
  workers = await startTestWorkers(run);
  [term, credits] = [classStudyCallsOf(run), creditRequestsOf(run)];
});
afterAll(async () => {
  await workers.close();
  await run.close();
  await inbox.stop();
});
beforeEach(() => clock.reset());

const get = async <Body>(who: TestPerson, path: string) => {
  const answer = await run.http().get(path).set(who.headers);
  return { status: answer.status, body: answer.body as Body };
};
const studiesTaken = async (who: TestPerson): Promise<string[]> =>
  (await get<{ items: { study_id: string }[] }>(who, '/api/participations/')).body.items.map(
    ({ study_id }) => study_id,
  );
const mailOf = async ({ email }: TestPerson) =>
  (
    await eventually(
      () => inbox.to(email),
      (all) => all.length > 0,
    )
  ).at(-1);

/**
 * Makes a class of a course: an instructor, an assistant, a student who builds, and one who takes
 * part.
 */
async function scene() {
  const courseId = await credits.course();
  const classroomId = await term.classroom(courseId);
  const instructor = await credits.instructor(classroomId);
  const assistant = await credits.instructor(classroomId, 'assistant');
  const builder = await credits.instructor(classroomId, 'student');
  const student = await credits.student(classroomId);
  return { courseId, classroomId, instructor, assistant, builder, student };
}

/**
 * Lets the student take part in the class study and then in another study, and hand in an
 * alternative assignment. All three earn credit.
 */
async function takingPart({ classroomId, builder, student }: Awaited<ReturnType<typeof scene>>) {
  const [built, other] = [await credits.study({ researcher: builder }), await credits.study()];
  for (const r of [built, other]) await credits.approved(r, student);
  await credits.submission(classroomId, student);
  clock.advance(days(1));
  expect(await credits.grant()).toBe(3);
  await run.app.get(SealAgreements, { strict: false }).run();
  await term.ofClass(built, classroomId);
  return { built, other };
}

/**
 * Archives the classroom, and lets the mails go out on the day on which they are due, since late
 * mails would postpone the erasure. Then moves the clock to the day of the erasure.
 */
async function endTerm({
  classroomId,
  instructor,
  assistant,
  builder,
  student,
}: Awaited<ReturnType<typeof scene>>) {
  await term.archive(classroomId);
  clock.advance(days(149));
  await term.tell();
  await Promise.all([instructor, assistant, builder, student].map(mailOf));
  clock.advance(days(31));
}

describe('The end of term', () => {
  it('sends one mail to each member, with the day and where they export their studies', async () => {
    const { classroomId, instructor, assistant, builder, student } = await scene();
    const built = await credits.study({ researcher: builder, title: 'Own work' });
    await term.ofClass(built, classroomId);
    await term.archive(classroomId);
    clock.advance(days(148));
    expect(await term.tell()).toBe(0);
    clock.advance(days(1));
    expect([await term.tell(), await term.tell()]).toEqual([1, 0]);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
      addMilliseconds(clock.now(), days(31)),
    );
    const members = [builder, student, instructor, assistant];
    const [toBuilder, toStudent, toInstructor, toAssistant] = await Promise.all(
      members.map(mailOf),
    );
    for (const mail of [toBuilder, toStudent, toInstructor, toAssistant])
      expect(mail?.text).toContain(day);
    expect(toBuilder?.text).toContain(`/experiments/details/${built.study_id}?tab=data`);
    expect(toBuilder?.text).toContain('Own work');
    expect(toStudent?.text).not.toContain('/experiments/');
    expect(toInstructor?.text).toContain('the studies of its students');
    expect(toInstructor?.text).not.toContain('Own work');
    expect(toAssistant?.text).not.toContain('your membership');
    expect(members.map(({ email }) => inbox.to(email).length)).toEqual([1, 1, 1, 1]);
    clock.advance(days(30));
    expect(await term.erase()).toBe(0);
    clock.advance(days(1));
    expect(await term.erase()).toBe(1);
  }, 30_000);

  it('is announced to the members of a class without studies, too', async () => {
    const { classroomId, assistant, student } = await scene();
    await run.source.query(`UPDATE identity.classroom SET students_build = false WHERE id = $1`, [
      classroomId,
    ]);
    await term.archive(classroomId);
    clock.advance(days(149));
    expect(await term.tell()).toBe(1);
    const [toStudent, toAssistant] = await Promise.all([student, assistant].map(mailOf));
    expect(toStudent?.text).toContain('your membership and what you handed in');
    expect(toAssistant?.text).toContain('Save the gradebook');
    for (const mail of [toStudent, toAssistant])
      expect(mail?.text).not.toContain('the studies of its students');
    clock.advance(days(31));
    expect(await term.erase()).toBe(1);
  }, 30_000);

  it('does not come before its mail is thirty days old, also when the setting was shortened or no job ran for long', async () => {
    const { classroomId, instructor, assistant, builder, student } = await scene();
    const shortened = classStudyCallsOf(run, 30);
    await term.archive(classroomId);
    clock.advance(days(300));
    expect(await shortened.erase()).toBe(0);
    await shortened.tell();
    expect(await shortened.erase()).toBe(0);
    await Promise.all([instructor, assistant, builder, student].map(mailOf));
    clock.advance(days(30));
    expect(await shortened.erase()).toBe(0);
    clock.advance(days(1));
    expect(await shortened.erase()).toBe(1);
    expect(await term.stateOf(classroomId)).toMatchObject({ students_build: false });
    expect([await shortened.tell(), await shortened.erase()]).toEqual([0, 0]);
  });

  it('is later when its mail goes out after the day that was noted', async () => {
    const { classroomId, instructor, assistant, builder, student } = await scene();
    await term.archive(classroomId);
    clock.advance(days(149));
    await term.tell();
    await Promise.all([instructor, assistant, builder, student].map(mailOf));
    clock.advance(days(20));
    const [reaction] = endOfTermMails.mails.map((mail) => mail.on['teaching.erasure-reminder-due']);
    const event = {
      id: randomUUID(),
      name: 'teaching.erasure-reminder-due',
      data: { classroom_id: classroomId },
      at: clock.now().toISOString(),
      request_id: null,
    } as const;
    const requests = (await reaction?.(event, mailServicesOf(run, clock))) ?? [];
    expect(requests.length).toBe(4);
    for (const { write } of requests) expect(await write()).not.toBeNull();
    clock.advance(days(30));
    expect(await term.erase()).toBe(0);
    clock.advance(days(1));
    expect(await term.erase()).toBe(1);
    for (const { write } of requests) expect(await write()).toBeNull();
  }, 30_000);

  it('removes the class study from histories and copies, and leaves the rest of them', async () => {
    const room = await scene();
    const { built, other } = await takingPart(room);
    expect(await studiesTaken(room.student)).toEqual([other.study_id, built.study_id]);
    await endTerm(room);
    expect(await term.erase()).toBe(1);
    expect(await studiesTaken(room.student)).toEqual([other.study_id]);
    // The links of a person to their participations are numbered without gaps. A link that is added
    // after an erasure must still be found.
    const next: RecruitingStudy = await credits.study();
    await credits.enrolled(next, room.student);
    expect(await studiesTaken(room.student)).toEqual([next.study_id, other.study_id]);
    const copy = await exportRequestsOf(run).copyOf(room.student.headers);
    const exported = JSON.parse(copy['participations.json'] ?? '') as Record<string, object[]>;
    expect(exported.participations).toHaveLength(2);
    expect(Object.values(copy).join()).not.toContain(built.study_id);
    for (const head of await run.app.get(SealAgreements, { strict: false }).heads()) {
      expect(head.study_id).not.toBe(built.study_id);
      expect(await run.app.get(SealAgreements, { strict: false }).firstBroken(head.study_id)).toBe(
        null,
      );
    }
  }, 30_000);

  it('keeps the sums of credits, without their titles, and leaves the ledger intact', async () => {
    const room = await scene();
    await takingPart(room);
    const before = await credits.own(room.student);
    await endTerm(room);
    await term.erase();
    const after = await credits.own(room.student);
    expect(creditSumsOf(before)[room.courseId]).toBeGreaterThan(0);
    expect(creditSumsOf(after)).toEqual(creditSumsOf(before));
    expect(after.credits.map(({ _id, minutes }) => [_id, minutes])).toEqual(
      before.credits.map(({ _id, minutes }) => [_id, minutes]),
    );
    expect(after.credits.filter(({ title }) => title === null)).toHaveLength(2);
    expect(await credits.damage()).toEqual([]);
  }, 30_000);

  it('removes members and their work from the classroom, which no account finds afterwards', async () => {
    const room = await scene();
    await takingPart(room);
    await endTerm(room);
    await term.erase();
    for (const who of [room.instructor, room.assistant, room.builder, room.student]) {
      expect(await get(who, `/api/classrooms/${room.classroomId}/`)).toMatchObject({ status: 404 });
      const listed = await get<{ items: Classroom[] }>(who, '/api/classrooms/');
      expect(listed.body.items).toEqual([]);
    }
    const gradebook = `/api/classrooms/${room.classroomId}/gradebook/`;
    expect((await get(room.instructor, gradebook)).status).toBe(404);
    const [left]: { n: number }[] = await run.source.query(
      `SELECT (SELECT count(*)::int FROM identity.submission WHERE classroom_id = $1)
         + (SELECT count(*)::int FROM identity.assignment WHERE classroom_id = $1)
         + (SELECT count(*)::int FROM identity.classroom_member WHERE classroom_id = $1) AS n`,
      [room.classroomId],
    );
    expect(left?.n).toBe(0);
    expect((await get(await makePerson(run.source), '/api/courses/')).status).toBe(403);
    expect((await get(await makeAdministrator(run.source), '/api/courses/')).status).toBe(200);
  }, 30_000);

  it('waits for credit that is still to be granted, and goes on afterwards', async () => {
    const room = await scene();
    const built = await credits.study({ researcher: room.builder });
    await credits.approved(built, room.student);
    await credits.submission(room.classroomId, room.student);
    await term.ofClass(built, room.classroomId);
    await endTerm(room);
    expect(await term.erase()).toBe(0);
    expect(await studiesTaken(room.student)).toEqual([built.study_id]);
    expect(await credits.grant()).toBe(2);
    expect(await term.erase()).toBe(1);
    expect((await credits.own(room.student)).credits).toHaveLength(2);
  }, 30_000);
});
