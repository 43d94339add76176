import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A sign-in through a provider's open session is no fresh proof: kept apart from when the token was
 * issued. Whoever is signed in already has proven nothing that is known, which is written in no
 * time, however many they are.
 */
export class IdentityProvedAt1763690009000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.token ADD COLUMN proved_at timestamptz NOT NULL DEFAULT 'epoch';
      ALTER TABLE identity.token ALTER COLUMN proved_at SET DEFAULT now();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE identity.token DROP COLUMN proved_at');
  }
}
