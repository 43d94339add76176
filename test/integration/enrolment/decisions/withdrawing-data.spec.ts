import { sharedApp } from '../../../support/app/shared-app';
import { TestClock } from '../../../support/app/test-clock';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePerson } from '../../../support/people/people';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { participationRequestsOf } from './ends';

interface Line {
  entry: string;
  state: string;
  data_withdrawn_on: string | null;
}

let run: RunningApp;
let ends: ReturnType<typeof participationRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await sharedApp({ clock });
  ends = participationRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

const roster = async (r: RecruitingStudy): Promise<Line[]> => {
  const url = `/api/sessions/${r.session_id}/roster/`;
  return (await ends.ask<{ items: Line[] }>('GET', url, r.researcher)).body.items;
};

describe('A participant’s withdrawal of their data', () => {
  it('is possible after the end, keeps state and pay, and is recorded with the day only', async () => {
    const { r, person, id } = await ends.completed('roster_on_completion');
    const today = clock.now().toISOString().slice(0, 10);
    for (const _ of [1, 2])
      expect((await ends.act(id, person, { action: 'withdraw-data' })).body).toMatchObject({
        state: 'completed',
        data_withdrawn_on: today,
        reward: { amount: 450 },
      });
    expect(await ends.mine(person, id)).toMatchObject({ data_withdrawn_on: today });
    expect(await roster(r)).toMatchObject([{ state: 'completed', data_withdrawn_on: today }]);
    const log: object[] = await run.source.query(
      `SELECT from_state, to_state, moved_by, reason FROM research.participation_move
       WHERE participation_id = $1 ORDER BY id DESC LIMIT 1`,
      [id],
    );
    expect(log).toEqual([
      {
        from_state: 'completed',
        to_state: 'completed',
        moved_by: 'participant',
        reason: 'withdraw-data',
      },
    ]);
  });

  it('is possible for a participant who left after the start, and is refused if the study has stored no data', async () => {
    const r = await recruit(run);
    const [left, never] = await ends.two();
    const [leftId, neverId] = [
      (await ends.enrol(r, left)).body._id,
      (await ends.enrol(r, never)).body._id,
    ];
    await ends.act(leftId, left, { action: 'start' });
    expect((await ends.act(leftId, left, { action: 'withdraw-data' })).body).toMatchObject({
      code: 'illegal_transition',
    });
    for (const [id, who] of [
      [leftId, left],
      [neverId, never],
    ] as const)
      await ends.act(id, who, { action: 'withdraw' });
    expect((await ends.act(leftId, left, { action: 'withdraw-data' })).status).toBe(200);
    expect((await ends.act(neverId, never, { action: 'withdraw-data' })).body).toMatchObject({
      code: 'illegal_transition',
    });
  });

  it('is refused to the researcher and to other people', async () => {
    const { r, id } = await ends.completed();
    expect((await ends.act(id, r.researcher, { action: 'withdraw-data' })).status).toBe(403);
    const stranger = await makePerson(run.source);
    expect((await ends.act(id, stranger, { action: 'withdraw-data' })).status).toBe(404);
  });
});
