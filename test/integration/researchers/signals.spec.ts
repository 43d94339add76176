import { randomUUID } from 'node:crypto';
import type { Review } from '../../../contracts/researchers';
import { importOrganizations } from '../../../server/researchers/organizations/import-organizations';
import { ComputeSignals } from '../../../server/processes/reviews/compute-signals.command';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { requestReview } from '../../../server/researchers/reviews/request-review';
import type { EventData, EventName } from '../../../contracts/base/events';
import type { RunningWorkers } from '../../../workers/start';
import { CommandBus } from '@nestjs/cqrs';
import { startApp, type RunningApp } from '../../support/app';
import {
  makeAdministrator,
  makeResearcher,
  type PersonOptions,
  type TestPerson,
} from '../../support/people';
import { eventually } from '../../support/wait';
import { watcher, type Watcher } from '../../support/watcher';
import { startTestWorkers } from '../../support/workers';
import { dumps, record } from './registry-dump';
import { bodyOf } from '../../support/body-of';

describe('what helps an administrator to decide a review', () => {
  let running: RunningApp;
  let workers: RunningWorkers;
  let administrator: TestPerson;
  let screen: Watcher;
  beforeAll(async () => {
    running = await startApp();
    workers = await startTestWorkers(running);
    administrator = await makeAdministrator(running.source);
    screen = await watcher(running.url, administrator.token);
    expect((await screen.watch('reviews')).ok).toBe(true);
  });
  afterAll(async () => {
    screen.close();
    await workers.close();
    await running.close();
  });

  const request = (id: string) => running.app.get(UnitOfWork).run((tx) => requestReview(tx, id));
  const happens = <N extends EventName>(name: N, data: EventData<N>) =>
    running.app.get(UnitOfWork).run((tx) => Promise.resolve(tx.record(name, data)));
  const review = async (id: string): Promise<Review> =>
    (
      await bodyOf<{ items: [Review] }>(
        running
          .http()
          .get(`/api/reviews/?researcher=${id}&limit=1`)
          .set(administrator.headers)
          .expect(200),
      )
    ).items[0];
  const signals = (id: string, isRight: (s: Review['signals']) => boolean = (s) => s !== null) =>
    eventually(async () => (await review(id)).signals, isRight);
  const told = (reviewId: string | null) =>
    screen.messages.filter(
      (m) => m.name === 'review.updated' && (m.message as { _id: string })._id === reviewId,
    );
  const newResearcher = (options: PersonOptions) =>
    makeResearcher(running.source, { researcher_privilege: null, ...options });
  const nothing = {
    domain_matches: null,
    domain_unproven: false,
    organization_listed: null,
    orcid: null,
    single_sign_on: false,
    earlier_approved: 0,
    earlier_rejected: 0,
  };

  it.each<[string, PersonOptions, boolean | null]>([
    [
      'an address of the organization',
      { organization: 'University of Oslo', email: 'ada@uio.no' },
      true,
    ],
    [
      'an address below it, whatever the case and the accents of the name',
      { organization: 'university of ZURICH', email: 'ada@psych.unizh.ch' },
      true,
    ],
    ['one of an abbreviated organization', { organization: 'mit', email: 'ada@mit.edu' }, true],
    [
      'an address of a department',
      { organization: 'university of  OSLO', email: 'ada@psykologi.uio.no' },
      true,
    ],
    [
      'one that only looks like it',
      { organization: 'University of Oslo', email: 'ada@notuio.no' },
      false,
    ],
    ['one of anybody', { organization: 'University of Oslo', email: 'ada@gmail.com' }, false],
    [
      'an organization that nobody knows',
      { organization: 'Ada’s Laboratory', email: 'ada@lab.test' },
      null,
    ],
    [
      'a fitting address that is not proven',
      { organization: 'University of Oslo', email: 'eve@uio.no', status: 'NEW' },
      null,
    ],
  ])(
    'says whether the mail address fits the organization: %s',
    async (_name, options, expected) => {
      const { _id } = await newResearcher(options);
      const reviewId = await request(_id);
      expect(await signals(_id)).toEqual({
        ...nothing,
        domain_matches: expected,
        domain_unproven: options.status === 'NEW',
      });
      await eventually(
        () => told(reviewId),
        (messages) => messages.length > 0,
      );
    },
  );

  it('goes by the identifier of the organization where there is one', async () => {
    const ror = 'https://ror.org/042nb2s44';
    await running.source.query(
      `INSERT INTO identity.organization (id, source, name, ror_id, aliases, domains, names)
       VALUES ($1, 'ror', 'Elsewhere', $2, '{}', '{elsewhere.test}', E'\\nelsewhere\\n')`,
      [randomUUID(), ror],
    );
    const { _id } = await newResearcher({
      organization: 'University of Oslo',
      email: 'grace@elsewhere.test',
    });
    await running.source.query(
      'UPDATE identity.account SET organization_ror_id = $2 WHERE id = $1',
      [_id, ror],
    );
    await request(_id);
    expect(await signals(_id)).toMatchObject({ domain_matches: true, organization_listed: true });
  });

  it('says that an identifier is of no organization that we know, until one is, and goes by the name meanwhile', async () => {
    const person = await newResearcher({ organization: null, email: 'max@uio.no' });
    await running
      .http()
      .put('/api/users/profile/')
      .set(person.headers)
      .send({
        organization: 'University of Oslo',
        organization_ror_id: 'https://ror.org/03vek6s52',
      })
      .expect(200);
    expect(await signals(person._id)).toEqual({
      ...nothing,
      domain_matches: true,
      organization_listed: false,
    });
    await running.source.query(
      `INSERT INTO identity.organization (id, source, name, ror_id, aliases, domains, names)
       VALUES ($1, 'ror', 'Elsewhere still', 'https://ror.org/03vek6s52', '{}', '{still.test}', E'\\nelsewhere still\\n')`,
      [randomUUID()],
    );
    await happens('researchers.organizations-changed', { after_review_id: null });
    expect(await signals(person._id, (s) => s?.organization_listed === true)).toEqual({
      ...nothing,
      domain_matches: false,
      organization_listed: true,
    });
  });

  it('of an earlier time say nothing of what was not asked then', async () => {
    const { _id } = await newResearcher({ organization: 'Nowhere' });
    await request(_id);
    await signals(_id);
    await running.source.query(
      `UPDATE identity.review SET signals = signals - 'organization_listed' WHERE account_id = $1`,
      [_id],
    );
    expect((await review(_id)).signals).toEqual(nothing);
  });

  it('says so again when the address is proven', async () => {
    const { _id } = await newResearcher({
      organization: 'University of Oslo',
      email: 'mary@uio.no',
      status: 'NEW',
    });
    const reviewId = await request(_id);
    await signals(_id);
    const before = told(reviewId).length;
    await running.source.query(`UPDATE identity.account SET status = 'ACTIVE' WHERE id = $1`, [
      _id,
    ]);
    await happens('identity.account-activated', { account_id: _id });
    expect(await signals(_id, (s) => s?.domain_matches === true)).toMatchObject({
      domain_matches: true,
    });
    await eventually(
      () => told(reviewId).length,
      (n) => n > before,
    );
  });

  it('shows a linked ORCID and a single sign-on, from when they are linked until they are unlinked', async () => {
    const { _id } = await newResearcher({ organization: 'Nowhere' });
    await request(_id);
    expect(await signals(_id)).toEqual(nothing);
    for (const [provider, subject] of [
      ['orcid', '0000-0002-1825-0097'],
      ['ssoready', 'x'],
    ]) {
      const identity_id = randomUUID();
      await running.source.query(
        `INSERT INTO identity.identity (id, account_id, provider, issuer, subject)
         VALUES ($1, $2, $3, 'https://issuer.test', $4)`,
        [identity_id, _id, provider, `${subject}`],
      );
      await happens('identity.identity-linked', { account_id: _id, identity_id });
    }
    expect(await signals(_id, (s) => s?.single_sign_on === true)).toEqual({
      ...nothing,
      orcid: '0000-0002-1825-0097',
      single_sign_on: true,
    });
    await running.source.query('DELETE FROM identity.identity WHERE account_id = $1', [_id]);
    await happens('identity.identity-unlinked', { account_id: _id });
    expect(await signals(_id, (s) => s?.single_sign_on === false)).toEqual(nothing);
  });

  it('counts earlier decisions about the same person, and leaves those as they were', async () => {
    const { _id } = await newResearcher({ organization: 'Nowhere' });
    const ids: (string | null)[] = [];
    for (const decision of ['reject', 'approve', 'reject']) {
      ids.push(await request(_id));
      await signals(_id);
      await running
        .http()
        .put(`/api/reviews/${_id}/`)
        .set(administrator.headers)
        .send({ decision, reason: 'x' })
        .expect(200);
    }
    await request(_id);
    expect(await signals(_id)).toMatchObject({ earlier_approved: 1, earlier_rejected: 2 });
    await happens('identity.profile-changed', { account_id: _id });
    const body = await bodyOf<{ items: Review[] }>(
      running.http().get(`/api/reviews/?researcher=${_id}`).set(administrator.headers).expect(200),
    );
    expect(body.items.at(-1)).toMatchObject({
      _id: ids[0],
      signals: { earlier_approved: 0, earlier_rejected: 0 },
    });
  });

  it('is worked out anew when the researcher changes the affiliation', async () => {
    const person = await newResearcher({ organization: 'Nowhere', email: 'hedy@uio.no' });
    await request(person._id);
    await signals(person._id);
    await running
      .http()
      .put('/api/users/profile/')
      .set(person.headers)
      .send({ organization: 'University of Oslo' })
      .expect(200);
    expect(await signals(person._id, (s) => s?.domain_matches === true)).toMatchObject({
      domain_matches: true,
    });
  });

  it('is worked out anew for all that wait when organizations are imported, and told where it is something else', async () => {
    const files = await dumps();
    try {
      const [gains, stays] = [
        await newResearcher({
          organization: 'Institute of Importance',
          email: 'ida@importance.test',
        }),
        await newResearcher({ organization: 'Nowhere', email: 'ada@nowhere.test' }),
      ];
      const [reviewId, otherId] = [await request(gains._id), await request(stays._id)];
      for (const { _id } of [gains, stays]) expect(await signals(_id)).toEqual(nothing);
      const path = await files.json([
        record(70, 'Institute of Importance', { domains: ['importance.test'] }),
      ]);
      const events = () =>
        running.source.query<unknown[]>(
          `SELECT 1 FROM platform.outbox WHERE name = 'researchers.organizations-changed'`,
        );
      const earlier = (await events()).length;
      const dealtWith = () =>
        running.source.query<unknown[]>(
          `SELECT 1 FROM platform.outbox o JOIN platform.processed_event d ON d.event_id = o.id
           AND d.consumer = 'review' WHERE o.name = 'researchers.organizations-changed'`,
        );
      await importOrganizations(running.engines.migrationDatabaseUrl, path, () => undefined);
      expect(await signals(gains._id, (s) => s?.domain_matches === true)).toEqual({
        ...nothing,
        domain_matches: true,
      });
      await eventually(dealtWith, (done) => done.length === earlier + 1);
      // Both were told alike until then.
      await eventually(
        () => told(reviewId).length - told(otherId).length,
        (more) => more === 1,
      );
      // The same file once more changes nothing, so there is nothing to look at.
      await importOrganizations(running.engines.migrationDatabaseUrl, path, () => undefined);
      expect(await events()).toHaveLength(earlier + 1);
    } finally {
      await files.remove();
    }
  });

  it('is worked out anew some at a time, however many wait, each once, and twice without harm', async () => {
    await running.source.query(
      `INSERT INTO identity.account (id, email, first_name, last_name, is_researcher, status, language)
       SELECT gen_random_uuid(), 'many-' || n || '@people.test', 'M', 'N', true, 'ACTIVE', 'en'
       FROM generate_series(1, 230) n`,
    );
    await running.source.query(
      `INSERT INTO identity.review (id, account_id, state, organization)
       SELECT gen_random_uuid(), id, 'pending', 'Nowhere at all' FROM identity.account
       WHERE email LIKE 'many-%@people.test'`,
    );
    await happens('researchers.organizations-changed', { after_review_id: null });
    await happens('researchers.organizations-changed', { after_review_id: null });
    const open = () =>
      running.source.query<unknown[]>(
        `SELECT 1 FROM identity.review WHERE state = 'pending' AND signals IS NULL`,
      );
    await eventually(
      async () => (await open()).length,
      (n) => n === 0,
      30_000,
    );
    // Two pages are followed by another one, in each of the two runs; the run that was ahead may
    // have left the other one nothing to change.
    const goneOn = () =>
      running.source.query<unknown[]>(
        `SELECT 1 FROM platform.outbox WHERE name = 'researchers.organizations-changed'
         AND data ->> 'after_review_id' IS NOT NULL`,
      );
    await eventually(goneOn, (steps) => steps.length >= 4);
  }, 60_000);

  it('is nothing for somebody without a review or gone meanwhile, and the same when it is worked out by many at once', async () => {
    const commands = running.app.get(CommandBus);
    const { _id } = await newResearcher({
      organization: 'University of Oslo',
      email: 'lise@uio.no',
    });
    expect(await commands.execute(new ComputeSignals(_id))).toBeNull();
    expect(await commands.execute(new ComputeSignals(randomUUID()))).toBeNull();
    const reviewId = await request(_id);
    expect(
      await Promise.all(
        Array.from({ length: 10 }, () => commands.execute(new ComputeSignals(_id))),
      ),
    ).toEqual(Array(10).fill(reviewId));
    expect((await review(_id)).signals).toEqual({ ...nothing, domain_matches: true });
  });

  it('stands in the way of no decision made at the same moment, and changes none', async () => {
    const commands = running.app.get(CommandBus);
    for (let round = 0; round < 5; round++) {
      const { _id } = await newResearcher({ organization: 'University of Oslo' });
      await request(_id);
      const [decided] = await Promise.all([
        bodyOf<Review>(
          running
            .http()
            .put(`/api/reviews/${_id}/`)
            .set(administrator.headers)
            .send({ decision: 'approve', reason: 'x' })
            .expect(200),
        ),
        ...Array.from({ length: 4 }, () => commands.execute(new ComputeSignals(_id))),
      ]);
      expect(decided.state).toBe('approved');
      expect((await review(_id)).state).toBe('approved');
    }
  });
});
