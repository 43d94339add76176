import { days, utcDay } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { eventually } from '../../../support/chance/wait';
import { countLockWaits } from '../../../support/engines/locks';
import { makePerson } from '../../../support/people/people';
import { injectedRequestsOf } from '../../enrolment/direct-requests';
import { newWriterId, runRequestsOf, recordsToSend, trialRecords } from '../../runtime/running';
import { classStudyCallsOf } from '../rigs/class-studies';
import { poolRequestsOf } from '../rigs/pools';

// The tests count the connections that wait for locks, so nothing else may use their database.
const clock = new TestClock();
let run: SeparateApp;
let term: ReturnType<typeof classStudyCallsOf>;
let pools: ReturnType<typeof poolRequestsOf>;
beforeAll(async () => {
  run = await startApp({ clock });
  [term, pools] = [classStudyCallsOf(run), poolRequestsOf(run)];
});
afterAll(() => run.close());

/**
 * Makes a class with a pooled study: one student has taken part, another student takes part now.
 */
async function scene() {
  const room = await pools.sessions.buildingClass();
  const template = await pools.template(room.instructor, room.id);
  const study = await pools.templates.copied(room.builder, template, room.id);
  const r = await pools.launched(room.builder, study, room.id);
  await pools.tookPart(r, room.id, { answer: 'blue' });
  const person = await makePerson(run.source);
  await pools.sessions.join(room.id, person);
  const { body } = await injectedRequestsOf(run).enrol(r, person);
  const writer = newWriterId();
  const started = await runRequestsOf(run).start(body._id, person, writer);
  const taking = { r, person, id: body._id, writer, run: started.body };
  return { ...room, template, study, taking };
}
const endTerm = async (classroomId: string) => {
  await term.archive(classroomId);
  clock.advance(days(150));
  await term.tell();
  clock.advance(days(31));
};

describe('The end of term', () => {
  it('leaves nothing of what arrives while it erases a study', async () => {
    const { id, builder, instructor, study, taking } = await scene();
    await endTerm(id);
    const [{ ask }, { send, move }] = [injectedRequestsOf(run), runRequestsOf(run)];
    const comment = { part: 'study', text: 'Well done.' };
    const calls = [
      () => send(taking, recordsToSend(trialRecords(2))),
      () => move(taking.id, taking.person, 'complete'),
      () => ask('POST', `/api/studies/${study}/exports/`, builder, { format: 'csv' }),
      () => ask('POST', `/api/studies/${study}/classroom-review/comments/`, instructor, comment),
    ];
    const db = run.source.createQueryRunner();
    await db.startTransaction();
    await db.query(`SELECT research.erase_class_study($1::uuid, $2::date)`, [
      study,
      utcDay(clock.now()),
    ]);
    const answers = calls.map((call) => call());
    await eventually(
      () => countLockWaits(run.source),
      (waiting) => waiting > 0,
    );
    await db.commitTransaction();
    await db.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await term.erase()).toBe(1);
  });

  it('deletes the exports of the pools of a class, also those that a worker is making', async () => {
    const { id, instructor, template } = await scene();
    clock.advance(days(1));
    expect((await pools.made(instructor, id, template)).export).toMatchObject({ state: 'ready' });
    await endTerm(id);
    const { body } = await pools.request(instructor, id, template);
    expect(await term.erase()).toBe(1);
    await pools.exporting.workOnPool(id, body.export?._id ?? '');
    const left: unknown[] = await run.source.query(
      `SELECT id FROM research.study_export WHERE pool_classroom_id = $1`,
      [id],
    );
    expect(left).toEqual([]);
  });
});
