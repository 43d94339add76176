import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makeAdministrator, makePerson, type TestPerson } from '../../support/people/people';
import { typedResponseOf, bodyOf } from '../../support/app/body-of';
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

  it('is decided once, also by ten administrators at the same moment', async () => {
    const { _id } = await deciding.newResearcher();
    await deciding.request(_id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        typedResponseOf<{ code?: string; state?: string }>(
          deciding.decide(_id, { decision: i % 2 ? 'approve' : 'reject', reason: `${i}` }),
        ),
      ),
    );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(
      answers.filter((a) => a.status === 409 && a.body.code === 'already_decided'),
    ).toHaveLength(9);
    const decided = answers.find((a) => a.status === 200)?.body;
    expect(await deciding.privilege(_id)).toBe(decided?.state === 'approved');
    expect(await deciding.events('researchers.review-decided', _id)).toHaveLength(1);
    expect(
      await running.source.query(
        `SELECT count(*)::int AS n FROM platform.audit WHERE action = 'review-decided' AND subject_id = $1`,
        [_id],
      ),
    ).toEqual([{ n: 1 }]);
  });

  it('is not decided by a decision that names a superseded review or the review of a different person', async () => {
    const { _id } = await deciding.newResearcher();
    const seen = await deciding.request(_id);
    const unseen = await deciding.request(_id);
    for (const review_id of [seen, '018f0000-0000-7000-8000-000000000001']) {
      expect(
        (await deciding.decide(_id, { decision: 'approve', reason: 'x', review_id }).expect(409))
          .body,
      ).toMatchObject({ code: 'already_decided' });
    }
    expect(await deciding.privilege(_id)).toBeNull();
    const other = await deciding.newResearcher();
    await deciding.request(other._id);
    await deciding
      .decide(other._id, { decision: 'approve', reason: 'x', review_id: unseen })
      .expect(409);
    expect(
      (
        await deciding
          .decide(_id, { decision: 'approve', reason: 'x', review_id: unseen })
          .expect(200)
      ).body,
    ).toMatchObject({ _id: unseen, state: 'approved' });
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          deciding
            .decide(_id, { decision: 'approve', reason: 'x', review_id: 'nonsense' })
            .expect(400),
        )
      ).fields,
    ).toMatchObject([{ path: 'review_id' }]);
  });

  it('leaves one pending review or one decision when the affiliation changes at the same moment, without a deadlock', async () => {
    const { _id } = await deciding.newResearcher();
    await deciding.request(_id);
    await Promise.all([
      ...Array.from({ length: 5 }, () => deciding.request(_id)),
      ...Array.from({ length: 5 }, () =>
        deciding.decide(_id, { decision: 'approve', reason: 'x' }),
      ),
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

  it('cannot be decided by the researcher themselves or by anyone who is no administrator', async () => {
    const own = await makeAdministrator(running.source, {
      is_researcher: true,
      organization: 'Yale',
    });
    await deciding.request(own._id);
    expect(
      (
        await bodyOf<{ code: string }>(
          deciding.decide(own._id, { decision: 'approve', reason: 'Me' }, own).expect(403),
        )
      ).code,
    ).toBe('forbidden');
    const researcher = await deciding.newResearcher();
    await deciding.request(researcher._id);
    await deciding
      .decide(researcher._id, { decision: 'approve', reason: 'Me' }, researcher)
      .expect(403);
    await deciding.list('', researcher).expect(403);
    await running.http().get('/api/reviews/').expect(401);
    await running
      .http()
      .put(`/api/reviews/${researcher._id}/`)
      .send({ decision: 'approve', reason: 'x' })
      .expect(401);
  });

  it('answers 404 if there is none, 409 if it was superseded, 400 for an invalid body', async () => {
    await deciding
      .decide('018f0000-0000-7000-8000-000000000001', {
        decision: 'approve',
        reason: 'x',
      })
      .expect(404);
    await deciding
      .decide((await makePerson(running.source))._id, {
        decision: 'approve',
        reason: 'x',
      })
      .expect(404);
    await deciding.decide("1' OR '1'='1", { decision: 'approve', reason: 'x' }).expect(404);
    const { _id } = await deciding.newResearcher();
    expect(
      (
        await bodyOf<{ code: string }>(
          deciding.decide(_id, { decision: 'approve', reason: 'x' }).expect(404),
        )
      ).code,
    ).toBe('not_found');
    await deciding.request(_id);
    await running.source.query('UPDATE identity.account SET organization = NULL WHERE id = $1', [
      _id,
    ]);
    expect(await deciding.request(_id)).toBeNull();
    expect(
      (
        await bodyOf<{ code: string }>(
          deciding.decide(_id, { decision: 'approve', reason: 'x' }).expect(409),
        )
      ).code,
    ).toBe('already_decided');
    expect(
      (
        await bodyOf<{ fields: { path: string; code: string }[] }>(
          deciding.decide(_id, { decision: 'perhaps', reason: '', extra: 1 }).expect(400),
        )
      ).fields
        .map((f: { path: string; code: string }) => `${f.path} ${f.code}`)
        .sort(),
    ).toEqual(['decision not_one_of', 'extra unknown_field', 'reason required']);
  });
});
