/**
 * @engines long: workers compute the signals when they receive an event from a queue, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import { randomUUID } from 'node:crypto';
import type { ResearcherReview } from '../../../contracts/researchers/researchers';
import { importOrganizations } from '../../../server/researchers/organizations/import-organizations';
import { ComputeReviewSignals } from '../../../server/processes/reviews/compute-signals.command';
import { CommandBus } from '@nestjs/cqrs';
import { eventually } from '../../support/chance/wait';
import { noReviewSignals, openReviewRig } from './reviewing';
import { openDumpFolder, registryRecord } from './registry-dump';
import { bodyOf } from '../../support/app/body-of';

describe('the signals for the decision on a review', () => {
  let reviewing: Awaited<ReturnType<typeof openReviewRig>>;
  beforeAll(async () => {
    reviewing = await openReviewRig();
  });
  afterAll(() => reviewing.close());

  it('are computed again when the researcher changes the affiliation', async () => {
    const person = await reviewing.newResearcher({ organization: 'Nowhere', email: 'hedy@uio.no' });
    await reviewing.request(person._id);
    await reviewing.signals(person._id);
    await reviewing.running
      .http()
      .put('/api/users/profile/')
      .set(person.headers)
      .send({ organization: 'University of Oslo' })
      .expect(200);
    expect(await reviewing.signals(person._id, (s) => s?.domain_matches === true)).toMatchObject({
      domain_matches: true,
    });
  });

  it('are computed again for all pending reviews after an import, and open pages are informed of those that changed', async () => {
    const files = await openDumpFolder();
    try {
      const [gains, stays] = [
        await reviewing.newResearcher({
          organization: 'Institute of Importance',
          email: 'ida@importance.test',
        }),
        await reviewing.newResearcher({ organization: 'Nowhere', email: 'ada@nowhere.test' }),
      ];
      const [reviewId, otherId] = [
        await reviewing.request(gains._id),
        await reviewing.request(stays._id),
      ];
      for (const { _id } of [gains, stays])
        expect(await reviewing.signals(_id)).toEqual(noReviewSignals);
      const path = await files.json([
        registryRecord(70, 'Institute of Importance', { domains: ['importance.test'] }),
      ]);
      const events = () =>
        reviewing.running.source.query<unknown[]>(
          `SELECT 1 FROM platform.outbox WHERE name = 'researchers.organizations-changed'`,
        );
      const earlier = (await events()).length;
      const dealtWith = () =>
        reviewing.running.source.query<unknown[]>(
          `SELECT 1 FROM platform.outbox o JOIN platform.processed_event d ON d.event_id = o.id
           AND d.consumer = 'review' WHERE o.name = 'researchers.organizations-changed'`,
        );
      await importOrganizations(
        reviewing.running.engines.migrationDatabaseUrl,
        path,
        () => undefined,
      );
      expect(await reviewing.signals(gains._id, (s) => s?.domain_matches === true)).toEqual({
        ...noReviewSignals,
        domain_matches: true,
      });
      await eventually(dealtWith, (done) => done.length === earlier + 1);
      // Waits until there is exactly one message more about the first review than about the other
      // review.
      await eventually(
        () => reviewing.told(reviewId).length - reviewing.told(otherId).length,
        (more) => more === 1,
      );
      // Importing the same file again changes nothing, so there is nothing to compute.
      await importOrganizations(
        reviewing.running.engines.migrationDatabaseUrl,
        path,
        () => undefined,
      );
      expect(await events()).toHaveLength(earlier + 1);
    } finally {
      await files.remove();
    }
  });

  it('are computed again in pages, also when two runs overlap, until no pending review is left', async () => {
    await reviewing.running.source.query(
      `INSERT INTO identity.account (id, email, first_name, last_name, is_researcher, status, language)
       SELECT gen_random_uuid(), 'many-' || n || '@people.test', 'M', 'N', true, 'ACTIVE', 'en'
       FROM generate_series(1, 230) n`,
    );
    await reviewing.running.source.query(
      `INSERT INTO identity.review (id, account_id, state, organization)
       SELECT gen_random_uuid(), id, 'pending', 'Nowhere at all' FROM identity.account
       WHERE email LIKE 'many-%@people.test'`,
    );
    await reviewing.happens('researchers.organizations-changed', { after_review_id: null });
    await reviewing.happens('researchers.organizations-changed', { after_review_id: null });
    const open = () =>
      reviewing.running.source.query<unknown[]>(
        `SELECT 1 FROM identity.review WHERE state = 'pending' AND signals IS NULL`,
      );
    await eventually(
      async () => (await open()).length,
      (n) => n === 0,
    );
    // Each of the two runs handles all pages of reviews, even if the other run has already changed
    // every review on a page.
    const goneOn = () =>
      reviewing.running.source.query<unknown[]>(
        `SELECT 1 FROM platform.outbox WHERE name = 'researchers.organizations-changed'
         AND data ->> 'after_review_id' IS NOT NULL`,
      );
    await eventually(goneOn, (steps) => steps.length >= 4);
  });

  it('do not exist without a review or account, and are the same when computed ten times at the same time', async () => {
    const commands = reviewing.running.app.get(CommandBus);
    const { _id } = await reviewing.newResearcher({
      organization: 'University of Oslo',
      email: 'lise@uio.no',
    });
    expect(await commands.execute(new ComputeReviewSignals(_id))).toBeNull();
    expect(await commands.execute(new ComputeReviewSignals(randomUUID()))).toBeNull();
    const reviewId = await reviewing.request(_id);
    expect(
      await Promise.all(
        Array.from({ length: 10 }, () => commands.execute(new ComputeReviewSignals(_id))),
      ),
    ).toEqual(Array(10).fill(reviewId));
    expect((await reviewing.review(_id)).signals).toEqual({
      ...noReviewSignals,
      domain_matches: true,
    });
  });

  it('neither block nor change a decision that is made at the same moment', async () => {
    const commands = reviewing.running.app.get(CommandBus);
    for (let round = 0; round < 5; round++) {
      const { _id } = await reviewing.newResearcher({ organization: 'University of Oslo' });
      await reviewing.request(_id);
      const [decided] = await Promise.all([
        bodyOf<ResearcherReview>(
          reviewing.running
            .http()
            .put(`/api/reviews/${_id}/`)
            .set(reviewing.administrator.headers)
            .send({ decision: 'approve', reason: 'x' })
            .expect(200),
        ),
        ...Array.from({ length: 4 }, () => commands.execute(new ComputeReviewSignals(_id))),
      ]);
      expect(decided.state).toBe('approved');
      expect((await reviewing.review(_id)).state).toBe('approved');
    }
  });
});
