import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates a view of the accounts that may call the endpoints for student builders: students of a
 * classroom that lets them build, and accounts with a role in a class study. So a group can pause,
 * close and export its study even if the classroom no longer lets its students build.
 */
export class TeachingBuilders1795998402516 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE VIEW identity.class_builder WITH (security_invoker = true) AS
        SELECT m.account_id FROM identity.class_member m WHERE m.builds
        UNION ALL SELECT s.owner_id FROM research.study s WHERE s.classroom_id IS NOT NULL
        UNION ALL SELECT k.account_id FROM identity.study_collaborator k
          JOIN research.study s ON s.id = k.study_id AND s.classroom_id IS NOT NULL;
      GRANT SELECT ON identity.class_builder TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP VIEW identity.class_builder`);
  }
}
