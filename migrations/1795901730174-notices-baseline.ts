import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/notices as they were at the first release. */
export class NoticesBaseline1795901730174 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.notice_preference (
        account_id uuid PRIMARY KEY REFERENCES identity.account (id) ON DELETE CASCADE,
        off text[] NOT NULL DEFAULT '{}'::text[],
        zone text,
        quiet_from text,
        quiet_until text,
        new_studies boolean NOT NULL DEFAULT false,
        digest_at timestamptz,
        seen_until timestamptz,
        CONSTRAINT notice_preference_quiet CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
        CONSTRAINT notice_preference_digest CHECK (NOT new_studies OR digest_at IS NOT NULL
          AND seen_until IS NOT NULL)
      );
      CREATE INDEX notice_preference_digest_due ON identity.notice_preference (digest_at, account_id)
        WHERE new_studies;

      CREATE TABLE identity.digest (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        day date NOT NULL,
        since timestamptz NOT NULL,
        until timestamptz NOT NULL,
        CONSTRAINT digest_once UNIQUE (account_id, day)
      );
      CREATE INDEX digest_age ON identity.digest (until);

      GRANT SELECT, INSERT, UPDATE ON identity.notice_preference TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.digest TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.digest, identity.notice_preference CASCADE;
    `);
  }
}
