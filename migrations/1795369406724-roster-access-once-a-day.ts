import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row for each participant, researcher, session and day (UTC) that a name was shown, with the
 * first time of that day; a roster that was reloaded wrote one row for each name again. The unique
 * index begins with the account, so it also finds who saw one's name and serves the foreign key.
 */
export class RosterAccessOnceADay1795369406724 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      LOCK TABLE identity.roster_access IN SHARE ROW EXCLUSIVE MODE;
      DELETE FROM identity.roster_access r USING (
        SELECT id, row_number() OVER (
          PARTITION BY account_id, researcher_id, session_id, (at AT TIME ZONE 'UTC')::date ORDER BY at, id) AS n
        FROM identity.roster_access) seen
      WHERE seen.id = r.id AND seen.n > 1;
      CREATE UNIQUE INDEX roster_access_once_a_day ON identity.roster_access
        (account_id, researcher_id, session_id, ((at AT TIME ZONE 'UTC')::date));
      DROP INDEX identity.roster_access_account;
    `);
  }

  /** The rows that `up` removed do not come back. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE INDEX roster_access_account ON identity.roster_access (account_id);
      DROP INDEX identity.roster_access_once_a_day;
    `);
  }
}
