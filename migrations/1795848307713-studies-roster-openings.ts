import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The owner opens the roster to a collaborator (docs/decisions/collaborators.md). Launches from then on freeze the number of
 * the opening.
 */
export class StudiesRosterOpenings1795848307713 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.study_collaborator
        ADD COLUMN roster_opening uuid,
        ADD COLUMN sees_roster_since timestamptz,
        ADD COLUMN sees_roster_by uuid,
        ADD CONSTRAINT study_collaborator_opening_check
          CHECK (num_nulls(roster_opening, sees_roster_since, sees_roster_by) IN (0, 3));
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.study_collaborator DROP COLUMN sees_roster_by, DROP COLUMN sees_roster_since,
        DROP COLUMN roster_opening;
    `);
  }
}
