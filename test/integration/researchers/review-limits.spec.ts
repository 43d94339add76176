import { hours } from '../../../server/platform/concurrency/clock';
import { timeOrderedId } from '../../../server/platform/db/ids';
import { startApp, type RunningApp } from '../../support/app/app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../support/people/people';
import { newDomainEvent, MailConsumerRig } from '../mail/post-office';

describe('Requesting a researcher review', () => {
  let run: RunningApp;
  beforeAll(async () => void (run = await startApp({ environment: { RATE_LIMITS: 'on' } })));
  afterAll(() => run.close());
  const put = (who: TestPerson, body: object) =>
    run.http().put('/api/users/profile/').set(who.headers).send(body);
  const reviews = async (who: TestPerson) =>
    Number(
      (
        await run.source.query<{ n: number }[]>(
          'SELECT count(*)::int AS n FROM identity.review WHERE account_id = $1',
          [who._id],
        )
      )[0]?.n,
    );

  it('is limited to five a day; other fields of the profile can still be changed', async () => {
    const [person, other] = [await makeResearcher(run.source), await makeResearcher(run.source)];
    for (let n = 0; n < 5; n++) {
      await put(person, { organization: `University ${n}` }).expect(200);
      await put(person, { organization: `University ${n}`, first_name: `Name ${n}` }).expect(200);
    }
    const refused = await put(person, { organization: 'University 6', interests: 'None' }).expect(
      429,
    );
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    await put(person, { interests: 'Memory' }).expect(429);
    expect((await put(person, { first_name: 'Grace' }).expect(200)).body).toMatchObject({
      organization: 'University 4',
      first_name: 'Grace',
      interests: null,
    });
    expect((await put(person, { organization: '' }).expect(200)).body).toMatchObject({
      organization: null,
    });
    expect(await reviews(person)).toBe(5);
    await put(other, { organization: 'University 6' }).expect(200);
    run.clock.advance(hours(24) + 1);
    await put(person, { organization: 'University 6' }).expect(200);
  });

  it.each([null, false, true])(
    'happens on a change of interests alone unless the researcher is approved (privilege: %s)',
    async (researcher_privilege) => {
      const person = await makeResearcher(run.source, {
        organization: 'Yale',
        researcher_privilege,
      });
      const body: unknown = (
        await put(person, {
          interests: 'Sleep, and what it does to memory',
        }).expect(200)
      ).body;
      const approved = researcher_privilege === true;
      expect(body).toMatchObject({ researcher_privilege: approved ? true : null });
      expect(await reviews(person)).toBe(approved ? 0 : 1);
    },
  );

  it('counts reviews, not requests, also when twenty requests arrive at the same time', async () => {
    const person = await makeResearcher(run.source, { organization: null });
    const same = await Promise.all(
      Array.from({ length: 5 }, () => put(person, { organization: 'Yale' }).then((a) => a.status)),
    );
    expect(same).toContain(200);
    expect(await reviews(person)).toBe(1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        put(person, { organization: `University ${n % 2}` }).then((a) => a.status),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([200, 429]));
    expect(await reviews(person)).toBeLessThanOrEqual(5);
    // Each concurrent request reserves one of the five reviews of the day for a moment. So the
    // server may refuse a request although fewer than five reviews exist. Now the test sends the
    // requests one after the other, until all five reviews exist.
    for (let n = 0; n < 6; n++) await put(person, { organization: `University ${n}` });
    expect(await reviews(person)).toBe(5);
  });

  it('does not limit a participant', async () => {
    const person = await makePerson(run.source);
    for (let n = 0; n < 8; n++) await put(person, { organization: `University ${n}` }).expect(200);
  });
});

describe('The mail to administrators about a review', () => {
  let office: MailConsumerRig;
  beforeAll(async () => void (office = await MailConsumerRig.open()));
  afterAll(() => office.close());

  it('is sent once, after the researcher’s address is verified, whichever event arrives first', async () => {
    const administrator = await makeAdministrator(office.source);
    const letters = () => office.inbox.to(administrator.email).length;
    const asked = async (status: 'NEW' | 'ACTIVE') => {
      const researcher = await makeResearcher(office.source, { status });
      const review_id = timeOrderedId();
      await office.source.query(
        `INSERT INTO identity.review (id, account_id, state, organization) VALUES ($1, $2, 'pending', 'Yale')`,
        [review_id, researcher._id],
      );
      const account_id = researcher._id;
      return {
        account_id,
        requested: newDomainEvent('researchers.review-requested', { review_id, account_id }),
        activated: newDomainEvent('identity.account-activated', { account_id }),
      };
    };
    const early = await asked('NEW');
    await office.react(early.requested);
    expect(letters()).toBe(0);
    await office.source.query(`UPDATE identity.account SET status = 'ACTIVE' WHERE id = $1`, [
      early.account_id,
    ]);
    await office.react(early.activated);
    expect(letters()).toBe(1);
    await office.react(early.requested);
    await office.react(early.activated);
    expect(letters()).toBe(1);
    const late = await asked('ACTIVE');
    await office.react(late.requested);
    await office.react(late.activated);
    expect(letters()).toBe(2);
  });

  it('is not sent when a researcher without a review verifies an address', async () => {
    const administrator = await makeAdministrator(office.source);
    const { _id } = await makeResearcher(office.source);
    await office.react(newDomainEvent('identity.account-activated', { account_id: _id }));
    expect(office.inbox.to(administrator.email)).toEqual([]);
  });
});
