import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A sign-in through a provider's open session is no fresh proof, so the time of the proof is stored
 * apart from the time when the token was issued. For existing sign-ins the proof is unknown: they
 * get the constant 'epoch', which PostgreSQL adds without rewriting the table, whatever its size.
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
