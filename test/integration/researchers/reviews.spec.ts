/** @lane quick */
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeAdministrator, makePerson, type TestPerson } from '../../support/people/people';
import { bodyOf } from '../../support/app/body-of';
import { reviewRequestsOf } from './deciding';

describe('the review of a researcher', () => {
  let running: RunningApp;
  let administrator: TestPerson;
  let deciding: ReturnType<typeof reviewRequestsOf>;
  beforeAll(async () => {
    running = await sharedApp();
    administrator = await makeAdministrator(running.source, {
      first_name: 'Barbara',
      last_name: 'Liskov',
    });
    deciding = reviewRequestsOf(running, administrator);
  });
  afterAll(() => running.close());

  it('is pending and in the administrators’ queue when an affiliation is given', async () => {
    const { _id, email } = await deciding.newResearcher({ organization: 'Yale', status: 'NEW' });
    const reviewId = await deciding.request(_id);
    const body = await bodyOf<{ items: unknown }>(
      deciding.list(`?state=pending&researcher=${_id}`).expect(200),
    );
    expect(body.items).toContainEqual({
      _id: reviewId,
      state: 'pending',
      requested_at: expect.any(String),
      decided_at: null,
      decided_by: null,
      reason: null,
      researcher: { _id, first_name: 'Ada', last_name: 'Lovelace', email, email_verified: false },
      organization: 'Yale',
      organization_ror_id: null,
      interests: null,
      signals: null,
    });
    expect(await deciding.events('researchers.review-requested', _id)).toEqual([
      { data: { review_id: reviewId, account_id: _id }, request_id: 'request-1' },
    ]);
  });

  it('does not exist without an organization, or for a participant', async () => {
    const [nobody, participant] = [
      await deciding.newResearcher({ organization: null }),
      await makePerson(running.source, { organization: 'Yale' }),
    ];
    expect(await deciding.request(nobody._id)).toBeNull();
    expect(await deciding.request(participant._id)).toBeNull();
    expect(await deciding.events('researchers.review-requested', nobody._id)).toEqual([]);
  });

  it('starts again with every change of the affiliation: the pending one is superseded, the approval open', async () => {
    const { _id } = await deciding.newResearcher();
    const first = await deciding.request(_id);
    await deciding.decide(_id, { decision: 'approve', reason: 'Known' }).expect(200);
    const second = await deciding.request(_id);
    expect(await deciding.privilege(_id)).toBeNull();
    const third = await deciding.request(_id);
    const rows: unknown = await running.source.query(
      'SELECT id, state FROM identity.review WHERE account_id = $1 ORDER BY id',
      [_id],
    );
    expect(rows).toEqual([
      { id: first, state: 'approved' },
      { id: second, state: 'superseded' },
      { id: third, state: 'pending' },
    ]);
  });

  it.each([
    ['approve', 'approved', true],
    ['reject', 'rejected', false],
  ])('stores who decided, when and why: %s', async (decision, state, granted) => {
    const { _id } = await deciding.newResearcher();
    const reviewId = await deciding.request(_id);
    const body = await bodyOf<{ decided_at: string }>(
      deciding.decide(_id, { decision, reason: 'We called them' }).expect(200),
    );
    expect(body).toMatchObject({
      _id: reviewId,
      state,
      reason: 'We called them',
      decided_by: { _id: administrator._id, first_name: 'Barbara', last_name: 'Liskov' },
    });
    expect(Math.abs(Date.parse(body.decided_at) - Date.now())).toBeLessThan(60_000);
    expect(await deciding.privilege(_id)).toBe(granted);
    expect(await deciding.events('researchers.review-decided', _id)).toEqual([
      { data: { review_id: reviewId, account_id: _id }, request_id: expect.any(String) },
    ]);
    expect(
      (await bodyOf<{ items: { _id: string }[] }>(deciding.list(`?state=${state}`).expect(200)))
        .items[0]?._id,
    ).toBe(reviewId);
    expect(
      await running.source.query(
        `SELECT actor_id, details FROM platform.audit WHERE action = 'review-decided' AND subject_id = $1`,
        [_id],
      ),
    ).toEqual([{ actor_id: administrator._id, details: { review_id: reviewId, decision } }]);
  });

  it('shows the researcher their own last decision with its reason, but not who decided', async () => {
    const [researcher, other] = [await deciding.newResearcher(), await deciding.newResearcher()];
    const own = async ({ headers }: TestPerson) =>
      (await running.http().get('/api/reviews/own/').set(headers).expect(200)).body as unknown;
    await deciding.request(researcher._id);
    expect(await own(researcher)).toEqual({ last_decision: null });
    await deciding.decide(researcher._id, { decision: 'approve', reason: 'Known' }).expect(200);
    await deciding.request(researcher._id);
    await deciding
      .decide(researcher._id, { decision: 'reject', reason: 'No such institute' })
      .expect(200);
    const rejected = {
      last_decision: {
        state: 'rejected',
        decided_at: expect.any(String),
        reason: 'No such institute',
      },
    };
    expect(await own(researcher)).toEqual(rejected);
    await deciding.request(researcher._id);
    expect(await own(researcher)).toEqual(rejected);
    expect(await own(other)).toEqual({ last_decision: null });
  });

  it('has a history of all requests and decisions about one person, newest first', async () => {
    const [one, other] = [
      await deciding.newResearcher({ organization: 'Yale' }),
      await deciding.newResearcher(),
    ];
    await deciding.request(other._id);
    const ids: (string | null)[] = [];
    for (const decision of ['reject', 'approve', null]) {
      ids.unshift(await deciding.request(one._id));
      if (decision)
        await deciding.decide(one._id, { decision, reason: `To ${decision}` }).expect(200);
    }
    const body = await bodyOf<{ items: { _id: string; state: string; reason: string | null }[] }>(
      deciding.list(`?researcher=${one._id}`).expect(200),
    );
    expect(body.items.map((r) => [r._id, r.state, r.reason])).toEqual([
      [ids[0], 'pending', null],
      [ids[1], 'approved', 'To approve'],
      [ids[2], 'rejected', 'To reject'],
    ]);
    expect(
      (
        await bodyOf<{ items: { _id: string }[] }>(
          deciding.list(`?researcher=${one._id}&state=rejected`).expect(200),
        )
      ).items.map((r) => r._id),
    ).toEqual([ids[2]]);
    expect(
      (
        await bodyOf<{ next_cursor: string | null }>(
          deciding.list(`?researcher=${one._id}&limit=1`).expect(200),
        )
      ).next_cursor,
    ).not.toBeNull();
    expect(
      (
        await bodyOf<{ items: unknown }>(
          deciding.list('?researcher=018f0000-0000-7000-8000-000000000001').expect(200),
        )
      ).items,
    ).toEqual([]);
    await deciding.list('?researcher=nobody').expect(400);
  });

  it('is listed in pages, the longest-waiting first in the queue and the newest first in the history', async () => {
    const ids: (string | null)[] = [];
    for (let i = 0; i < 5; i++)
      ids.push(await deciding.request((await deciding.newResearcher())._id));
    type ReviewPage = { items: { _id: string }[]; next_cursor: string | null };
    // The lists may contain reviews of other people between those of this test.
    const walk = async (query: string) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      for (let pages = 0; cursor !== null && pages < 999; pages++) {
        const body: ReviewPage = await bodyOf<ReviewPage>(
          deciding.list(`?limit=2${query}${cursor && `&cursor=${cursor}`}`).expect(200),
        );
        seen.push(...body.items.map((r) => r._id).filter((id) => ids.includes(id)));
        cursor = body.next_cursor;
      }
      return seen;
    };
    expect(await walk('&state=pending')).toEqual(ids);
    expect(await walk('')).toEqual([...ids].reverse());
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          deciding.list('?cursor=nonsense').expect(400),
        )
      ).fields,
    ).toMatchObject([{ path: 'cursor', code: 'invalid' }]);
  });
});
