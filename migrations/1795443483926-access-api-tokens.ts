import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API tokens of researchers (docs/decisions/api-tokens-and-webhooks.md). */
export class AccessApiTokens1795443483926 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.api_token (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        name text NOT NULL,
        start text NOT NULL,
        hash bytea NOT NULL,
        scopes text[] NOT NULL,
        study_ids uuid[],
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        last_used_on date,
        CONSTRAINT api_token_scopes_check
          CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['read', 'manage', 'export'])
      );
      CREATE UNIQUE INDEX api_token_hash ON identity.api_token (hash);
      CREATE INDEX api_token_account ON identity.api_token (account_id);
      CREATE INDEX api_token_expiry ON identity.api_token (expires_at);
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.api_token TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.api_token;`);
  }
}
