import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Allows a folder to be shared with the people of a study, or with the members of a classroom. */
export class ResourcesSharedWithClassrooms1795995960475 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.resource_share
        DROP CONSTRAINT resource_share_pkey,
        ALTER COLUMN study_id DROP NOT NULL,
        ADD COLUMN classroom_id uuid,
        ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD CONSTRAINT resource_share_pkey PRIMARY KEY (id),
        ADD CONSTRAINT resource_share_with_check CHECK ((study_id IS NULL) <> (classroom_id IS NULL));
      ALTER TABLE research.resource_share ALTER COLUMN id DROP DEFAULT;
      CREATE UNIQUE INDEX resource_share_folder_study ON research.resource_share (folder_id, study_id);
      CREATE UNIQUE INDEX resource_share_folder_classroom ON research.resource_share (folder_id, classroom_id);
      CREATE INDEX resource_share_classroom ON research.resource_share (classroom_id);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM research.resource_share WHERE study_id IS NULL;
      DROP INDEX research.resource_share_folder_study, research.resource_share_folder_classroom;
      ALTER TABLE research.resource_share
        DROP CONSTRAINT resource_share_pkey,
        DROP COLUMN classroom_id,
        DROP COLUMN id,
        ALTER COLUMN study_id SET NOT NULL,
        ADD CONSTRAINT resource_share_pkey PRIMARY KEY (folder_id, study_id);
    `);
  }
}
