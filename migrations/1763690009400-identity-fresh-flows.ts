import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a sign-in at a provider was asked to re-authenticate the person. */
export class IdentityFreshFlows1763690009400 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      'ALTER TABLE identity.oidc_flow ADD COLUMN fresh boolean NOT NULL DEFAULT false',
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.oidc_flow DROP COLUMN fresh');
  }
}
