import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Researchers' descriptions of variables, and the language of an export (docs/decisions/export-formats.md).
 */
export class StudyVariables1795700436033 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.study_variable (
        study_id uuid NOT NULL,
        name text NOT NULL,
        description text NOT NULL,
        unit text NOT NULL,
        levels jsonb NOT NULL,
        version uuid NOT NULL,
        CONSTRAINT study_variable_pkey PRIMARY KEY (study_id, name),
        CONSTRAINT study_variable_study_id_fkey
          FOREIGN KEY (study_id) REFERENCES research.study (id) ON DELETE CASCADE,
        CONSTRAINT study_variable_said_check
          CHECK (description <> '' OR unit <> '' OR levels <> '[]'::jsonb)
      );
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.study_variable TO commonlab_app;
      GRANT SELECT ON research.study_variable TO commonlab_export;

      ALTER TABLE research.study_export ADD COLUMN language text NOT NULL DEFAULT 'en';
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study_export DROP COLUMN language;
      DROP TABLE research.study_variable;
    `);
  }
}
