import { randomUUID } from 'node:crypto';
import { PersonalDataRead } from '../../../server/data-rights/personal-data.read';
import { Snapshots, type Snapshot } from '../../../server/platform/db/snapshot';
import { capabilities } from '../../../server/contexts';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { makePerson } from '../../support/people/people';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

describe('The snapshot from which a copy is made', () => {
  const take = <T>(work: (snapshot: Snapshot) => Promise<T>) => run.app.get(Snapshots).take(work);

  it('is a transaction that cannot write, under either role', async () => {
    const person = await makePerson(run.source);
    for (const role of ['commonlab_app', 'commonlab_link'] as const) {
      await expect(
        take((snapshot) =>
          snapshot.query(
            `INSERT INTO platform.outbox (id, name, data) VALUES ($1, 'identity.account-purged', '{}')`,
            [randomUUID()],
            role,
          ),
        ),
      ).rejects.toThrow(/read-only transaction/);
    }
    await expect(
      take((snapshot) =>
        snapshot.query(`UPDATE identity.account SET first_name = 'X' WHERE id = $1`, [person._id]),
      ),
    ).rejects.toThrow(/read-only transaction/);
  });

  it('is read under two database roles: the role for links finds the participations, and the application’s reads them', async () => {
    await expect(
      take((snapshot) => snapshot.query('SELECT account FROM identity.participation_link', [])),
    ).rejects.toThrow(/permission denied/);
    await expect(
      take((snapshot) => snapshot.query('SELECT 1 FROM identity.roster_access', [])),
    ).rejects.toThrow(/permission denied/);
    await expect(
      take((snapshot) => snapshot.query('SELECT 1 FROM identity.totp', [], 'commonlab_link')),
    ).rejects.toThrow(/permission denied/);
    // `pages` reads its rows with the database role `commonlab_link`. A statement between two rows
    // runs with the application's role, which may not read the table `participation_link`.
    await expect(
      take(async (snapshot) => {
        for await (const _ of snapshot.pages(
          'SELECT 1 FROM generate_series(1, 3)',
          [],
          'commonlab_link',
        ))
          await snapshot.query('SELECT account FROM identity.participation_link', []);
      }),
    ).rejects.toThrow(/permission denied/);
  });

  it('is the same for every file, while others can change the data without waiting', async () => {
    const person = await makePerson(run.source);
    const seen = await take(async (snapshot) => {
      await run.source.query(`UPDATE identity.account SET first_name = 'Changed' WHERE id = $1`, [
        person._id,
      ]);
      await run.source.query(
        `INSERT INTO identity.demographics (account_id, education_level) VALUES ($1, 'master')`,
        [person._id],
      );
      const names: Record<string, object[]> = {};
      for (const file of capabilities.exportFiles)
        for (const { name, pages } of run.app
          .get(PersonalDataRead)
          .rows(snapshot, file, person._id))
          for await (const page of pages) names[name] = [...(names[name] ?? []), ...page];
      return names;
    });
    expect(seen.account).toEqual([expect.objectContaining({ first_name: 'Ada' })]);
    expect(seen.demographics).toBeUndefined();
    expect(seen.sign_ins).toHaveLength(1);
  });
});
