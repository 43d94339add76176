import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Parts are sealed under the server's key, which SQL does not have: copies that are ready expire, and
 * their owners ask for new ones; copies that are under way start again.
 */
export class DataRightsSealedParts1795790000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM identity.export_part;
      UPDATE identity.export SET state = 'expired', size = NULL WHERE state = 'ready';
      ALTER TABLE identity.export_part ADD COLUMN id uuid NOT NULL;
      CREATE UNIQUE INDEX export_part_id ON identity.export_part (id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM identity.export_part;
      UPDATE identity.export SET state = 'expired', size = NULL WHERE state = 'ready';
      ALTER TABLE identity.export_part DROP COLUMN id;
    `);
  }
}
