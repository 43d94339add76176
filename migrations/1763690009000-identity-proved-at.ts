import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A sign-in through a provider's open session is no fresh proof: kept apart from when the token was issued. */
export class IdentityProvedAt1763690009000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.token ADD COLUMN proved_at timestamptz NOT NULL DEFAULT now();
      UPDATE identity.token SET proved_at = created_at;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.token DROP COLUMN proved_at');
  }
}
