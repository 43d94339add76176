import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Why an administrator changed an account: free text, so it is stored outside of the audit log and
 * erased with the account.
 */
export class IdentityAccountNotes1763690005500 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.account_note (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        reason text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX account_note_account ON identity.account_note (account_id);
      -- Written once, beside the record of the audit log that names it; erased with the account alone.
      GRANT SELECT, INSERT ON identity.account_note TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.account_note;`);
  }
}
