import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Data that external studies collected (docs/decisions/external-studies.md). */
export class ResearchDataOutside1795661018742 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.outside_file (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL,
        name text NOT NULL,
        sha256 text NOT NULL,
        columns jsonb NOT NULL,
        rows integer NOT NULL,
        participants integer NOT NULL,
        left_out jsonb NOT NULL,
        withheld integer NOT NULL,
        added_at timestamptz NOT NULL,
        CONSTRAINT outside_file_study_id_fkey
          FOREIGN KEY (study_id) REFERENCES research.study (id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX outside_file_once ON research.outside_file (study_id, sha256);

      CREATE TABLE research.outside_part (
        id uuid PRIMARY KEY,
        file_id uuid NOT NULL,
        participation_id uuid NOT NULL,
        CONSTRAINT outside_part_file_id_fkey
          FOREIGN KEY (file_id) REFERENCES research.outside_file (id) ON DELETE CASCADE,
        CONSTRAINT outside_part_participation_id_fkey
          FOREIGN KEY (participation_id) REFERENCES research.participation (id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX outside_part_once ON research.outside_part (file_id, participation_id);
      CREATE INDEX outside_part_participation ON research.outside_part (participation_id);

      CREATE TABLE research.outside_row (
        part_id uuid NOT NULL,
        number integer NOT NULL,
        cells jsonb NOT NULL,
        CONSTRAINT outside_row_pkey PRIMARY KEY (part_id, number),
        CONSTRAINT outside_row_part_id_fkey
          FOREIGN KEY (part_id) REFERENCES research.outside_part (id) ON DELETE CASCADE
      );

      -- Whoever withdraws their data withdraws these, too, in the same transaction.
      CREATE FUNCTION research.forget_outside_data() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM research.outside_part WHERE participation_id = NEW.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER participation_forgets_outside_data
        AFTER UPDATE OF data_withdrawn_on ON research.participation
        FOR EACH ROW WHEN (NEW.data_withdrawn_on IS NOT NULL)
        EXECUTE FUNCTION research.forget_outside_data();
      CREATE TRIGGER outside_part_outdates_study_exports AFTER DELETE ON research.outside_part
        REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION research.outdate_study_exports();

      GRANT SELECT, INSERT, UPDATE, DELETE ON research.outside_file TO commonlab_app;
      -- UPDATE: to hold them while an export with them is finished.
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.outside_part TO commonlab_app;
      GRANT SELECT, INSERT, DELETE ON research.outside_row TO commonlab_app;
      GRANT SELECT ON research.outside_file, research.outside_part, research.outside_row
        TO commonlab_export;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER participation_forgets_outside_data ON research.participation;
      DROP FUNCTION research.forget_outside_data();
      DROP TABLE research.outside_row, research.outside_part, research.outside_file;
    `);
  }
}
