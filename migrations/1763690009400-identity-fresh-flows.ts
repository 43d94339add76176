import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the product asked the provider to re-authenticate the person at a sign-in. */
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
