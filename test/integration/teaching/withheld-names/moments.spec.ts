/**
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { collaboratorRequestsOf } from '../../collaborators/calls';
import {
  launchHostedStudy,
  runRequestsOf,
  recordsToSend,
  trialRecords,
} from '../../runtime/running';
import { slotRequestsOf } from '../../slots/booking';
import { conversationRequestsOf } from '../../messages/conversations';
import { bodyOf } from '../../../support/app/body-of';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { openTestSocket } from '../../../support/app/watcher';
import type { TestPerson } from '../../../support/people/people';
import { creditRequestsOf } from '../rigs/credits-rig';

let run: RunningApp;
let credits: ReturnType<typeof creditRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  credits = creditRequestsOf(run);
});
afterAll(() => run.close());

/** Makes a researcher the instructor of a class with one student, who takes part in nothing. */
const teaches = async (researcher: TestPerson) => {
  const classroomId = await credits.classroom(null);
  await credits.join(classroomId, researcher, 'instructor');
  await credits.student(classroomId);
};
const named = { privacy_level: 'roster_on_start' } as const;
const get = <T>(path: string, who: TestPerson) =>
  bodyOf<T>(run.http().get(path).set(who.headers).expect(200));

/* Lists show some facts at once, but instructors see them only when the day is over. */
describe('A researcher who is an instructor', () => {
  it('reads only the totals of the runs of today in a session with names, and no condition or error of one', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await launchHostedStudy(run, named);
    await send(await take(r), recordsToSend(trialRecords(1)));
    const path = `/api/sessions/${r.session_id}/runs/`;
    type Runs = { items: object[]; totals: { open: number } };
    expect((await get<Runs>(path, r.researcher)).items).toHaveLength(1);
    await teaches(r.researcher);
    const { items, totals } = await get<Runs>(path, r.researcher);
    expect(items).toEqual([]);
    expect(totals).toMatchObject({ open: 1 });
  });

  it('watches runs like a researcher who may see no names', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await launchHostedStudy(run, named);
    await send(await take(r), recordsToSend(trialRecords(1)));
    const counts = async () => {
      const socket = await openTestSocket(run.url, r.researcher.token);
      try {
        return (await socket.watch(`runs:${r.session_id}`)) as { snapshot?: { stalled: unknown } };
      } finally {
        socket.close();
      }
    };
    expect((await counts()).snapshot).toMatchObject({ stalled: 0 });
    await teaches(r.researcher);
    expect((await counts()).snapshot).toMatchObject({ stalled: null });
  });

  it('reads only the day of a slot beside a tag', async () => {
    const slots = slotRequestsOf(run);
    const r = await slots.session(named);
    await slots.book(await slots.seated(r), await slots.slot(r));
    expect((await slots.attendance(r))[0]?.starts_at).not.toBeNull();
    await teaches(r.researcher);
    expect((await slots.calendar(r)).shows).toBe('day');
    expect((await slots.attendance(r))[0]).toMatchObject({ slot_id: null, starts_at: null });
  });

  it('reads the day of a message, and not its moment', async () => {
    const talks = conversationRequestsOf(run);
    const talk = await talks.talk('roster_on_start');
    await credits.act(talk.id, talk.participant, { action: 'start' }).catch(() => undefined);
    await talks.write(talk.ofParticipant, talk.participant, 'A question').expect(201);
    const at = async () =>
      (await talks.listed<{ at: string | null }>(talk.ofResearcher, talk.study.researcher))[0]?.at;
    expect(await at()).not.toBeNull();
    await teaches(talk.study.researcher);
    expect(await at()).toBeNull();
  });

  it('exports no run of today, and no tags of a session with names', async () => {
    const { take, send } = runRequestsOf(run);
    const seesNames = async (isTeaching: boolean) => {
      const r = await launchHostedStudy(run, named);
      await send(await take(r), recordsToSend(trialRecords(2)));
      if (isTeaching) await teaches(r.researcher);
      await run
        .http()
        .post(`/api/studies/${r.study_id}/exports/`)
        .set(r.researcher.headers)
        .send({ format: 'csv', unfinished: true })
        .expect(202);
      const rows: { sees_names: boolean }[] = await run.source.query(
        `SELECT sees_names FROM research.study_export WHERE study_id = $1`,
        [r.study_id],
      );
      return rows;
    };
    expect(await seesNames(false)).toEqual([{ sees_names: true }]);
    expect(await seesNames(true)).toEqual([{ sees_names: false }]);
  });

  it('does not reduce what a colleague without students reads', async () => {
    const { take, send } = runRequestsOf(run);
    const r = await launchHostedStudy(run, named);
    const colleague = await collaboratorRequestsOf(run).joined(r.researcher, r.study_id, 'viewer');
    await teaches(colleague);
    await send(await take(r), recordsToSend(trialRecords(1)));
    const path = `/api/sessions/${r.session_id}/runs/`;
    expect((await get<{ items: object[] }>(path, r.researcher)).items).toHaveLength(1);
  });
});
