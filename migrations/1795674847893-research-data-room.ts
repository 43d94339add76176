import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows that external studies collected count as their owner's (docs/decisions/study-files.md). */
export class ResearchDataRoom1795674847893 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.outside_file ADD COLUMN bytes bigint;
      UPDATE research.outside_file f SET bytes = coalesce((
        SELECT sum(64 + 4 * jsonb_array_length(r.cells) + octet_length(r.cells::text))
        FROM research.outside_part p JOIN research.outside_row r ON r.part_id = p.id
        WHERE p.file_id = f.id), 0);
      ALTER TABLE research.outside_file ALTER COLUMN bytes SET NOT NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.outside_file DROP COLUMN bytes;`);
  }
}
