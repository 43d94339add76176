import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets a program notice that it was started with other keys than those with which the database was filled.
 */
export class PlatformSecretVersions1795395771478 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE platform.secret_version (
        version integer PRIMARY KEY,
        mark bytea NOT NULL
      );
      GRANT SELECT, INSERT ON platform.secret_version TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE platform.secret_version`);
  }
}
