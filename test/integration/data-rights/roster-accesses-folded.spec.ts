import { DataSource } from 'typeorm';
import { RosterAccessOnceADay1795369406724 as RosterAccessOnceADay } from '../../../migrations/1795369406724-roster-access-once-a-day';
import { cloneDatabase } from '../../support/engines/engines';
import { makePerson, makeResearcher } from '../../support/people/people';
import { manyRecruiting } from '../../support/people/recruiting';

it('the migration keeps the first access of each day, person, researcher and session, and can be reverted', async () => {
  const engines = await cloneDatabase();
  const source = new DataSource({ type: 'postgres', url: engines.migrationDatabaseUrl });
  await source.initialize();
  const db = source.createQueryRunner();
  try {
    const migration = new RosterAccessOnceADay();
    await migration.down(db);
    const [person, other] = [await makePerson(source), await makePerson(source)];
    const researcher = await makeResearcher(source);
    const [session, another] = await manyRecruiting(source, researcher._id, 2, 1);
    const rows = [
      [person, session, '2026-03-01T10:00:00Z'],
      [person, session, '2026-03-01T09:00:00Z'],
      [person, session, '2026-03-01T23:59:59Z'],
      [person, session, '2026-03-02T00:00:00Z'],
      [person, another, '2026-03-01T11:00:00Z'],
      [other, session, '2026-03-01T12:00:00Z'],
    ] as const;
    for (const [{ _id }, seen, at] of rows)
      await source.query(
        `INSERT INTO identity.roster_access (id, account_id, researcher_id, study_id, session_id, at)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
        [_id, researcher._id, seen?.study_id, seen?.session_id, at],
      );
    await migration.up(db);
    const kept: { at: Date }[] = await source.query(
      'SELECT at FROM identity.roster_access ORDER BY at',
    );
    expect(kept.map(({ at }) => at.toISOString())).toEqual([
      '2026-03-01T09:00:00.000Z',
      '2026-03-01T11:00:00.000Z',
      '2026-03-01T12:00:00.000Z',
      '2026-03-02T00:00:00.000Z',
    ]);
  } finally {
    await db.release();
    await source.destroy();
    await engines.drop();
  }
});
