import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A link names its account by a keyed hash and a sealed value instead of its id. SQL cannot make
 * them: a job of the workers seals the rows that are there (server/enrolment/participations/
 * seal-links.ts), and both forms are read meanwhile.
 */
export class EnrolmentSealedLinks1795394179817 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.participation_link
        DROP CONSTRAINT participation_link_account_id_fkey,
        ALTER COLUMN account_id DROP NOT NULL,
        ADD COLUMN entry bytea,
        ADD COLUMN account bytea,
        ADD CONSTRAINT participation_link_form CHECK ((account_id IS NULL) = (entry IS NOT NULL));
      CREATE UNIQUE INDEX participation_link_entry ON identity.participation_link (entry);
      DROP INDEX identity.participation_link_account;
      CREATE INDEX participation_link_account ON identity.participation_link (account_id)
        WHERE account_id IS NOT NULL;
      -- What the application sees of a link says nothing without the key: it looks for the next free
      -- entry, and gives a way back to a participation that is taken up again.
      GRANT SELECT (participation_id, entry), UPDATE (account)
        ON identity.participation_link TO commonlab_app;
      GRANT UPDATE (account_id, entry, account) ON identity.participation_link TO commonlab_link;
    `);
  }

  /** `down` fails where a link is sealed: SQL cannot open it. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      REVOKE UPDATE (account_id, entry, account) ON identity.participation_link FROM commonlab_link;
      REVOKE SELECT (participation_id, entry), UPDATE (account)
        ON identity.participation_link FROM commonlab_app;
      DROP INDEX identity.participation_link_account;
      ALTER TABLE identity.participation_link
        DROP COLUMN entry,
        DROP COLUMN account,
        ALTER COLUMN account_id SET NOT NULL,
        ADD CONSTRAINT participation_link_account_id_fkey
          FOREIGN KEY (account_id) REFERENCES identity.account ON DELETE CASCADE;
      CREATE INDEX participation_link_account ON identity.participation_link (account_id);
    `);
  }
}
