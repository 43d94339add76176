import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * ID tokens that were used for a sign-in: afterwards each is valid only for a short retry window
 * (OpenID Connect Core 1.0, 16.11).
 */
export class IdentitySpentTokens1763690005200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.spent_token (
        hash bytea PRIMARY KEY,
        used_at timestamptz NOT NULL,
        -- When the issuer's own signature ends: afterwards the token is refused anyway.
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX spent_token_expiry ON identity.spent_token (expires_at);
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.spent_token TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.spent_token`);
  }
}
