import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The owner opens the roster to a collaborator (docs/decisions/0111). The number of the opening is frozen with
 * each launch; an erased owner's openings lead to no owner, and so count no more.
 */
export class StudiesRosterOpenings1795848307713 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.study_collaborator
        ADD COLUMN roster_opening uuid,
        ADD COLUMN sees_roster_since timestamptz,
        ADD COLUMN sees_roster_by uuid,
        ADD CONSTRAINT study_collaborator_sees_roster_by_fkey
          FOREIGN KEY (sees_roster_by) REFERENCES identity.account (id) ON DELETE SET NULL,
        ADD CONSTRAINT study_collaborator_opening_check
          CHECK ((roster_opening IS NULL) = (sees_roster_since IS NULL)
            AND (roster_opening IS NOT NULL OR sees_roster_by IS NULL));
      CREATE INDEX study_collaborator_sees_roster_by ON identity.study_collaborator (sees_roster_by);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.study_collaborator DROP COLUMN sees_roster_by, DROP COLUMN sees_roster_since,
        DROP COLUMN roster_opening;
    `);
  }
}
