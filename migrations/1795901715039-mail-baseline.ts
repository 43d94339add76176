import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/mail as they were at the first release. */
export class MailBaseline1795901715039 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.mail (
        key text PRIMARY KEY,
        template text NOT NULL,
        -- Null for a mail about a participation: beside the event's id, an account would
        -- be a second link between people and participations (docs/domain.md, 4).
        account_id uuid,
        message_id text,
        state text NOT NULL CHECK (state IN ('claimed', 'sent', 'dropped')),
        claimed_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz,
        holder integer
      ) WITH (autovacuum_vacuum_scale_factor = 0.02, fillfactor = 50);
      CREATE INDEX mail_account ON platform.mail (account_id) WHERE account_id IS NOT NULL;
      CREATE INDEX mail_participation ON platform.mail (claimed_at) WHERE account_id IS NULL;
      CREATE INDEX mail_claimed_account ON platform.mail (claimed_at) WHERE account_id IS NOT NULL;

      GRANT SELECT, INSERT, UPDATE, DELETE ON platform.mail TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE platform.mail CASCADE;
    `);
  }
}
