import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Allows an export of one study, or of all studies of a class that were made from the same
 * template.
 */
export class ResearchDataPools1795997224247 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study_export
        ALTER COLUMN study_id DROP NOT NULL,
        ADD COLUMN pool_template_id uuid CONSTRAINT study_export_pool_template_id_fkey
          REFERENCES research.study (id) ON DELETE CASCADE,
        ADD COLUMN pool_classroom_id uuid,
        ADD CONSTRAINT study_export_of_check CHECK ((study_id IS NULL) = (pool_template_id IS NOT NULL)
          AND (pool_template_id IS NULL) = (pool_classroom_id IS NULL)),
        ADD CONSTRAINT study_export_pool_check CHECK (pool_template_id IS NULL
          OR format IN ('csv', 'jsonl') AND NOT sees_names AND NOT unfinished);
      CREATE UNIQUE INDEX study_export_one_pool_under_way
        ON research.study_export (pool_classroom_id, pool_template_id) WHERE state IN ('waiting', 'running');
      CREATE INDEX study_export_pool ON research.study_export (pool_template_id, pool_classroom_id, requested_at);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM research.study_export WHERE study_id IS NULL;
      ALTER TABLE research.study_export
        DROP COLUMN pool_template_id,
        DROP COLUMN pool_classroom_id,
        ALTER COLUMN study_id SET NOT NULL;
    `);
  }
}
