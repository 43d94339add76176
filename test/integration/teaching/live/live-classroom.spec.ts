/**
 * @engines long: Redis and PostgreSQL pass live messages between servers in different ways, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import { startApp } from '../../../support/app/app';
import type { RunningApp } from '../../../support/app/launch-app';
import { openTestSocket, type TestSocket } from '../../../support/app/watcher';
import { startTestWorkers } from '../../../support/app/workers';
import { eventually } from '../../../support/chance/wait';
import { makePerson, makeResearcher, type TestPerson } from '../../../support/people/people';
import type { RunningWorkers } from '../../../../workers/start';
import { classroomRequestsOf } from '../rigs/classrooms-rig';

let run: RunningApp;
let workers: RunningWorkers;
const open: TestSocket[] = [];
beforeAll(async () => {
  // This file has its own application, because its workers handle every event of their database.
  run = await startApp();
  workers = await startTestWorkers(run);
});
afterAll(async () => {
  for (const w of open) w.close();
  await workers.close();
  await run.close();
});
const connect = async (who: TestPerson) => {
  const w = await openTestSocket(run.url, who.token);
  open.push(w);
  return w;
};
const told = (w: TestSocket) => w.messages.filter(({ name }) => name === 'classroom.updated');
const hears = (w: TestSocket, atLeast: number) =>
  eventually(
    () => told(w),
    (all) => all.length >= atLeast,
  );

describe('The live topic of a classroom', () => {
  it('sends all members the same message that something changed, and others nothing', async () => {
    const teaching = classroomRequestsOf(run);
    const { instructor, room, code } = await teaching.openClassroom();
    const [student, other] = [await makePerson(run.source), await makePerson(run.source)];
    await teaching.join(student, code);
    const topic = `classroom:${room._id}`;
    const stranger = await connect(await makeResearcher(run.source));
    expect(await stranger.watch(topic)).toEqual({ ok: false, code: 'not_found' });
    const pages = [await connect(instructor), await connect(student)];
    for (const page of pages)
      expect(await page.watch(topic.toUpperCase().replace('CLASSROOM', 'classroom'))).toEqual({
        ok: true,
        snapshot: { _id: room._id },
      });
    const changes = [
      () => teaching.join(other, code),
      () => teaching.invite(instructor, room, ['new@people.test']),
      () => teaching.setState(instructor, room, 'closed'),
    ];
    for (const change of changes) {
      const before = pages.map((page) => told(page).length);
      await change();
      for (const [i, page] of pages.entries()) await hears(page, (before[i] ?? 0) + 1);
    }
    for (const page of pages)
      for (const { message } of told(page)) expect(message).toEqual({ _id: room._id });
    expect(told(stranger)).toEqual([]);
  }, 30_000);

  it('ends for a member who is removed', async () => {
    const teaching = classroomRequestsOf(run);
    const { instructor, room, code } = await teaching.openClassroom();
    const student = await makePerson(run.source);
    await teaching.join(student, code);
    const page = await connect(student);
    await page.watch(`classroom:${room._id}`);
    const [member] = (await teaching.members(instructor, room)).filter(
      ({ email }) => email === student.email,
    );
    await teaching.told(
      'DELETE',
      `/api/classrooms/${room._id}/members/${member?._id ?? ''}/`,
      instructor,
    );
    const staff = await connect(instructor);
    await staff.watch(`classroom:${room._id}`);
    // Each round makes a change, and waits until the instructor's socket receives it. The last
    // round is the first in which the former member's socket receives nothing.
    await eventually(
      async () => {
        const [here, there] = [told(staff).length, told(page).length];
        await teaching.code(instructor, room);
        await hears(staff, here + 1);
        return told(page).length - there;
      },
      (heard) => heard === 0,
    );
  }, 30_000);
});
