import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePeople } from '../../support/people/people';
import { recruit, readSeatCounts } from '../../support/people/recruiting';
import { eraseAccount } from '../accounts/deletion/erased';
import { bodyOf } from '../../support/app/body-of';

describe('A participant who deletes the account', () => {
  let run: RunningApp;
  beforeAll(async () => {
    run = await sharedApp();
  });
  afterAll(() => run.close());

  it('frees the seat for the waitlist, and stays in the data under a pseudonym that cannot be resolved', async () => {
    const r = await recruit(run, { capacity: 1 });
    const [leaver, waiter] = await makePeople(run.source, 2);
    if (!leaver || !waiter) throw new Error('two people');
    const enrol = (who: typeof leaver) =>
      run
        .http()
        .post(`/api/sessions/${r.session_id}/participations/`)
        .set(who.headers)
        .send({ consent: r.consent, waitlist: true });
    const seat = await bodyOf<{ _id: string }>(enrol(leaver));
    await enrol(waiter);
    await eraseAccount(run, leaver._id);
    const [row]: { state: string; move_reason: string }[] = await run.source.query(
      'SELECT state, move_reason FROM research.participation WHERE id = $1',
      [seat._id],
    );
    expect(row).toEqual({ state: 'withdrawn', move_reason: 'account_deleted' });
    expect(
      (
        await bodyOf<{ items: { state: string }[] }>(
          run.http().get('/api/participations/').set(waiter.headers),
        )
      ).items[0]?.state,
    ).toBe('offered');
    expect(await readSeatCounts(run.source, r.session_id)).toMatchObject({
      taken: 1,
      counted: 1,
      waitlisted: 0,
    });
    expect((await run.http().get('/api/users/profile/').set(leaver.headers)).status).toBe(401);
  });
});
