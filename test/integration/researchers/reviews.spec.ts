import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { requestReview } from '../../../server/researchers/reviews/request-review';
import { startApp, type RunningApp } from '../../support/app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people';
import { answerOf, bodyOf } from '../../support/body-of';

describe('the review of a researcher', () => {
  let running: RunningApp;
  let administrator: TestPerson;
  beforeAll(async () => {
    running = await startApp();
    administrator = await makeAdministrator(running.source, {
      first_name: 'Barbara',
      last_name: 'Liskov',
    });
  });
  afterAll(() => running.close());

  const request = (accountId: string) =>
    running.app
      .get(UnitOfWork)
      .run((tx) => requestReview(tx, accountId), { requestId: 'request-1' });
  const list = (query = '', who = administrator) =>
    running.http().get(`/api/reviews/${query}`).set(who.headers);
  const decide = (userId: string, body: object, who = administrator) =>
    running.http().put(`/api/reviews/${userId}/`).set(who.headers).send(body);
  const privilege = async (id: string) =>
    (
      await running.source.query<{ p: boolean | null }[]>(
        'SELECT researcher_privilege AS p FROM identity.account WHERE id = $1',
        [id],
      )
    )[0]?.p;
  const events = async (
    name: string,
    accountId: string,
  ): Promise<{ data: unknown; request_id: string | null }[]> =>
    running.source.query(
      `SELECT data, request_id FROM platform.outbox WHERE name = $1 AND data->>'account_id' = $2 ORDER BY at, id`,
      [name, accountId],
    );
  const newResearcher = (options = {}) =>
    makeResearcher(running.source, { researcher_privilege: null, ...options });

  it('is pending once an affiliation is there, and in the administrators’ queue', async () => {
    const { _id, email } = await newResearcher({ organization: 'Yale', status: 'NEW' });
    const reviewId = await request(_id);
    const body = await bodyOf<{ items: unknown }>(list('?state=pending').expect(200));
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
    expect(await events('researchers.review-requested', _id)).toEqual([
      { data: { review_id: reviewId, account_id: _id }, request_id: 'request-1' },
    ]);
  });

  it('does not exist without an organization, nor for a participant', async () => {
    const [nobody, participant] = [
      await newResearcher({ organization: null }),
      await makePerson(running.source, { organization: 'Yale' }),
    ];
    expect(await request(nobody._id)).toBeNull();
    expect(await request(participant._id)).toBeNull();
    expect(await events('researchers.review-requested', nobody._id)).toEqual([]);
  });

  it('starts again with every change of the affiliation: the pending one is superseded, the privilege open', async () => {
    const { _id } = await newResearcher();
    const first = await request(_id);
    await decide(_id, { decision: 'approve', reason: 'Known' }).expect(200);
    const second = await request(_id);
    expect(await privilege(_id)).toBeNull();
    const third = await request(_id);
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
  ])('keeps who decided, when and why: %s', async (decision, state, granted) => {
    const { _id } = await newResearcher();
    const reviewId = await request(_id);
    const body = await bodyOf<{ decided_at: string }>(
      decide(_id, { decision, reason: 'We called them' }).expect(200),
    );
    expect(body).toMatchObject({
      _id: reviewId,
      state,
      reason: 'We called them',
      decided_by: { _id: administrator._id, first_name: 'Barbara', last_name: 'Liskov' },
    });
    expect(Math.abs(Date.parse(body.decided_at) - Date.now())).toBeLessThan(60_000);
    expect(await privilege(_id)).toBe(granted);
    expect(await events('researchers.review-decided', _id)).toEqual([
      { data: { review_id: reviewId, account_id: _id }, request_id: expect.any(String) },
    ]);
    expect(
      (await bodyOf<{ items: { _id: string }[] }>(list(`?state=${state}`).expect(200))).items[0]
        ?._id,
    ).toBe(reviewId);
    expect(
      await running.source.query(
        `SELECT actor_id, details FROM platform.audit WHERE action = 'review-decided' AND subject_id = $1`,
        [_id],
      ),
    ).toEqual([{ actor_id: administrator._id, details: { review_id: reviewId, decision } }]);
  });

  it('tells the researcher the last decision and why, nobody else’s, and not who decided', async () => {
    const [researcher, other] = [await newResearcher(), await newResearcher()];
    const own = async ({ headers }: TestPerson) =>
      (await running.http().get('/api/reviews/own/').set(headers).expect(200)).body as unknown;
    await request(researcher._id);
    expect(await own(researcher)).toEqual({ last_decision: null });
    await decide(researcher._id, { decision: 'approve', reason: 'Known' }).expect(200);
    await request(researcher._id);
    await decide(researcher._id, { decision: 'reject', reason: 'No such institute' }).expect(200);
    const rejected = {
      last_decision: {
        state: 'rejected',
        decided_at: expect.any(String),
        reason: 'No such institute',
      },
    };
    expect(await own(researcher)).toEqual(rejected);
    await request(researcher._id);
    expect(await own(researcher)).toEqual(rejected);
    expect(await own(other)).toEqual({ last_decision: null });
  });

  it('is decided once, also by ten administrators at the same moment', async () => {
    const { _id } = await newResearcher();
    await request(_id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        answerOf<{ code?: string; state?: string }>(
          decide(_id, { decision: i % 2 ? 'approve' : 'reject', reason: `${i}` }),
        ),
      ),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(
      answers.filter((a) => a.status === 409 && a.body.code === 'already_decided'),
    ).toHaveLength(9);
    const decided = answers.find((a) => a.status === 200)?.body;
    expect(await privilege(_id)).toBe(decided?.state === 'approved');
    expect(await events('researchers.review-decided', _id)).toHaveLength(1);
    expect(
      await running.source.query(
        `SELECT count(*)::int AS n FROM platform.audit WHERE action = 'review-decided' AND subject_id = $1`,
        [_id],
      ),
    ).toEqual([{ n: 1 }]);
  });

  it('is the one that the administrator looked at, where the decision names it: never one that came meanwhile', async () => {
    const { _id } = await newResearcher();
    const seen = await request(_id);
    const unseen = await request(_id);
    for (const review_id of [seen, '018f0000-0000-7000-8000-000000000001']) {
      expect(
        (await decide(_id, { decision: 'approve', reason: 'x', review_id }).expect(409)).body,
      ).toMatchObject({ code: 'already_decided' });
    }
    expect(await privilege(_id)).toBeNull();
    const other = await newResearcher();
    await request(other._id);
    await decide(other._id, { decision: 'approve', reason: 'x', review_id: unseen }).expect(409);
    expect(
      (await decide(_id, { decision: 'approve', reason: 'x', review_id: unseen }).expect(200)).body,
    ).toMatchObject({ _id: unseen, state: 'approved' });
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          decide(_id, { decision: 'approve', reason: 'x', review_id: 'nonsense' }).expect(400),
        )
      ).fields,
    ).toMatchObject([{ path: 'review_id' }]);
  });

  it('and a change of the affiliation at the same moment leave one pending review or one decision, and never a lock', async () => {
    const { _id } = await newResearcher();
    await request(_id);
    await Promise.all([
      ...Array.from({ length: 5 }, () => request(_id)),
      ...Array.from({ length: 5 }, () => decide(_id, { decision: 'approve', reason: 'x' })),
    ]);
    const [row] = await running.source.query<{ p: boolean | null; pending: number }[]>(
      `SELECT a.researcher_privilege AS p, count(*) FILTER (WHERE r.state = 'pending')::int AS pending
       FROM identity.account a JOIN identity.review r ON r.account_id = a.id WHERE a.id = $1
       GROUP BY a.id`,
      [_id],
    );
    expect([
      { p: null, pending: 1 },
      { p: true, pending: 0 },
    ]).toContainEqual(row);
  });

  it('is nobody’s own to decide, nor anybody’s who is no administrator', async () => {
    const own = await makeAdministrator(running.source, {
      is_researcher: true,
      organization: 'Yale',
    });
    await request(own._id);
    expect(
      (
        await bodyOf<{ code: string }>(
          decide(own._id, { decision: 'approve', reason: 'Me' }, own).expect(403),
        )
      ).code,
    ).toBe('forbidden');
    const researcher = await newResearcher();
    await request(researcher._id);
    await decide(researcher._id, { decision: 'approve', reason: 'Me' }, researcher).expect(403);
    await list('', researcher).expect(403);
    await running.http().get('/api/reviews/').expect(401);
    await running
      .http()
      .put(`/api/reviews/${researcher._id}/`)
      .send({ decision: 'approve', reason: 'x' })
      .expect(401);
  });

  it('answers 404 for nobody, a participant and where none was asked for, 409 where one was superseded, 400 for a bad body', async () => {
    await decide('018f0000-0000-7000-8000-000000000001', {
      decision: 'approve',
      reason: 'x',
    }).expect(404);
    await decide((await makePerson(running.source))._id, {
      decision: 'approve',
      reason: 'x',
    }).expect(404);
    await decide("1' OR '1'='1", { decision: 'approve', reason: 'x' }).expect(404);
    const { _id } = await newResearcher();
    expect(
      (
        await bodyOf<{ code: string }>(
          decide(_id, { decision: 'approve', reason: 'x' }).expect(404),
        )
      ).code,
    ).toBe('not_found');
    await request(_id);
    await running.source.query('UPDATE identity.account SET organization = NULL WHERE id = $1', [
      _id,
    ]);
    expect(await request(_id)).toBeNull();
    expect(
      (
        await bodyOf<{ code: string }>(
          decide(_id, { decision: 'approve', reason: 'x' }).expect(409),
        )
      ).code,
    ).toBe('already_decided');
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          decide(_id, { decision: 'perhaps', reason: '', extra: 1 }).expect(400),
        )
      ).fields
        .map((f: { path: string; code: string }) => `${f.path} ${f.code}`)
        .sort(),
    ).toEqual(['decision not_one_of', 'extra unknown_field', 'reason required']);
  });

  it('has a history: all that was asked and decided about one person, the newest first', async () => {
    const [one, other] = [await newResearcher({ organization: 'Yale' }), await newResearcher()];
    await request(other._id);
    const ids: (string | null)[] = [];
    for (const decision of ['reject', 'approve', null]) {
      ids.unshift(await request(one._id));
      if (decision) await decide(one._id, { decision, reason: `To ${decision}` }).expect(200);
    }
    const body = await bodyOf<{ items: { _id: string; state: string; reason: string | null }[] }>(
      list(`?researcher=${one._id}`).expect(200),
    );
    expect(body.items.map((r) => [r._id, r.state, r.reason])).toEqual([
      [ids[0], 'pending', null],
      [ids[1], 'approved', 'To approve'],
      [ids[2], 'rejected', 'To reject'],
    ]);
    expect(
      (
        await bodyOf<{ items: { _id: string }[] }>(
          list(`?researcher=${one._id}&state=rejected`).expect(200),
        )
      ).items.map((r) => r._id),
    ).toEqual([ids[2]]);
    expect(
      (
        await bodyOf<{ next_cursor: string | null }>(
          list(`?researcher=${one._id}&limit=1`).expect(200),
        )
      ).next_cursor,
    ).not.toBeNull();
    expect(
      (
        await bodyOf<{ items: unknown }>(
          list('?researcher=018f0000-0000-7000-8000-000000000001').expect(200),
        )
      ).items,
    ).toEqual([]);
    await list('?researcher=nobody').expect(400);
  });

  it('waits in a queue of pages, the longest-waiting first; the history has the newest first', async () => {
    await running.source.query(`DELETE FROM identity.review`);
    const ids: (string | null)[] = [];
    for (let i = 0; i < 5; i++) ids.push(await request((await newResearcher())._id));
    type ReviewPage = { items: { _id: string }[]; next_cursor: string | null };
    const walk = async (query: string) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      for (let pages = 0; cursor !== null && pages < 9; pages++) {
        const body: ReviewPage = await bodyOf<ReviewPage>(
          list(`?limit=2${query}${cursor && `&cursor=${cursor}`}`).expect(200),
        );
        seen.push(...body.items.map((r) => r._id));
        cursor = body.next_cursor;
      }
      return seen;
    };
    expect(await walk('&state=pending')).toEqual(ids);
    expect(await walk('')).toEqual([...ids].reverse());
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          list('?cursor=nonsense').expect(400),
        )
      ).fields,
    ).toMatchObject([{ path: 'cursor', code: 'invalid' }]);
  });
});
