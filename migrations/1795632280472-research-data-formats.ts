import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports as Parquet and by the standards of the field (docs/decisions/export-formats.md). */
export class ResearchDataFormats1795632280472 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study_export
        DROP CONSTRAINT study_export_format_check,
        ADD CONSTRAINT study_export_format_check
          CHECK (format IN ('csv', 'json', 'jsonl', 'parquet', 'psych-ds', 'bids'))
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM research.study_export WHERE format NOT IN ('csv', 'json', 'jsonl');
      ALTER TABLE research.study_export
        DROP CONSTRAINT study_export_format_check,
        ADD CONSTRAINT study_export_format_check CHECK (format IN ('csv', 'json', 'jsonl'));
    `);
  }
}
