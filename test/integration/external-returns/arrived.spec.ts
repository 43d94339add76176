/**
 * @engines one: deletes old data itself, without a queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import { capabilities } from '../../../server/contexts';
import { days } from '../../../server/platform/concurrency/clock';
import { countDeletedRowsSql, retentionStatements } from '../../../workers/retention.job';
import { moveStepsToYesterday } from '../../support/people/a-day-ago';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson } from '../../support/people/people';
import { externalStudyRequestsOf, signedReturn } from './external-study';

let run: RunningApp;
let outside: ReturnType<typeof externalStudyRequestsOf>;
const clock = new TestClock();
// This file has its own clock, which the tests move, since what is shown depends on the day.
beforeAll(async () => {
  run = await sharedApp({ clock });
  outside = externalStudyRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(() => run.close());

describe('A return from an external study', () => {
  it('is shown for an anonymous session by tag and day, from the next day on, without a time', async () => {
    const { r, id, person, sent } = await outside.start(await outside.recruitOutside());
    const { secret } = await outside.proofs(r);
    await outside.redirect(signedReturn(secret, sent, 'completed'));
    await outside.redirect(signedReturn(secret, sent, 'completed'));
    const expected = (tag: string, daysAgo: number) => {
      const day = new Date(clock.now().getTime() - days(daysAgo)).toISOString().slice(0, 10);
      const rest = { tag, way: 'redirect', outcome: 'completed', reason: null, day, last_at: null };
      return ['already', 'done'].map((result) => ({ ...rest, result, times: 1 }));
    };
    const arrived = async () =>
      (await outside.proofs(r)).arrived.sort((a, b) => (a.result < b.result ? -1 : 1));
    expect(await arrived()).toEqual([]);
    await moveStepsToYesterday(run, r.session_id);
    expect(await arrived()).toEqual(expected(sent.participation, 1));
    expect((await outside.own(id, person)).body.arrived).toHaveLength(2);
    const rows: object[] = await run.source.query(
      `SELECT * FROM research.external_return WHERE session_id = $1`,
      [r.session_id],
    );
    const kept = JSON.stringify(rows);
    for (const secretOf of [id, person._id, sent.participant]) expect(kept).not.toContain(secretOf);
    expect(kept).not.toContain(`T${clock.now().toISOString().slice(11, 16)}`);
  });

  it('completes nothing in a session that was launched with a way to take part other than an external study', async () => {
    const r = await outside.recruitOutside({ runtime: { kind: 'onsite' } });
    const person = await makePerson(run.source);
    const id = (await outside.asking.enrol(r, person)).body._id;
    await run.source.query(
      `UPDATE research.participation SET state = 'started', started_at = now() WHERE id = $1`,
      [id],
    );
    const { codes } = await outside.proofs(r);
    const typed = await outside.type(id, person, codes.completed);
    expect(typed.body).toMatchObject({ result: 'refused', reason: 'unknown_participant' });
    expect(await outside.moves(id)).toEqual(['enrolled', 'started']);
  });

  it('is shown with its time if the session shows names', async () => {
    const { r, sent } = await outside.start(
      await outside.recruitOutside({ privacy_level: 'roster_on_start' }),
    );
    const { secret } = await outside.proofs(r);
    await outside.redirect(signedReturn(secret, sent, 'completed'));
    const { arrived } = await outside.proofs(r);
    expect(arrived).toMatchObject([{ result: 'done', last_at: expect.any(String) as string }]);
  });

  it('is shown to no participant but the one who returned', async () => {
    const r = await outside.recruitOutside();
    const [a, b] = [await outside.start(r), await outside.start(r)];
    const { secret } = await outside.proofs(r);
    await outside.redirect(signedReturn(secret, a.sent, 'completed'));
    expect((await outside.own(a.id, a.person)).body.arrived).toHaveLength(1);
    expect((await outside.own(b.id, b.person)).body.arrived).toEqual([]);
  });

  it('is deleted after 90 days', async () => {
    const { r, sent } = await outside.start(await outside.recruitOutside());
    const { token } = await outside.proofs(r);
    const { session, participant } = sent;
    await outside.server({ session, participant, outcome: 'completed', token });
    const [statement] = retentionStatements(capabilities).filter((one) =>
      one.includes('research.external_return'),
    );
    const remove = (after: number) => {
      const now = new Date(clock.now().getTime() + after);
      const weekBefore = new Date(now.getTime() - days(7));
      return run.source.query(countDeletedRowsSql(statement ?? ''), [now, weekBefore]);
    };
    await remove(days(89));
    expect((await outside.proofs(r)).arrived).toHaveLength(1);
    await remove(days(92));
    expect((await outside.proofs(r)).arrived).toEqual([]);
  });
});
