import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keyed hashes of the rare values of runs, and the places at which one recurs in a named and in an anonymous
 * run of the same researchers (docs/decisions/withheld-values.md). Runs that were sealed before are compared
 * as well, by the job that compares later ones.
 */
export class RuntimeRecurringValues1795848409271 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.run_value (
        run_id uuid NOT NULL,
        mark bytea NOT NULL,
        place bytea NOT NULL,
        participation_id uuid NOT NULL,
        study_id uuid NOT NULL,
        anonymous boolean NOT NULL,
        CONSTRAINT run_value_pkey PRIMARY KEY (run_id, mark, place),
        CONSTRAINT run_value_run_id_fkey FOREIGN KEY (run_id)
          REFERENCES research.run (id) ON DELETE CASCADE
      );
      CREATE INDEX run_value_of_study ON research.run_value (study_id, anonymous, mark);
      CREATE TABLE research.withheld_place (
        study_id uuid NOT NULL,
        anonymous boolean NOT NULL,
        place bytea NOT NULL,
        mark bytea NOT NULL,
        other_id uuid NOT NULL,
        from_day date NOT NULL,
        CONSTRAINT withheld_place_pkey PRIMARY KEY (study_id, anonymous, place, mark, other_id),
        CONSTRAINT withheld_place_study_id_fkey FOREIGN KEY (study_id)
          REFERENCES research.study (id) ON DELETE CASCADE
      );
      ALTER TABLE research.run_log ADD COLUMN values_through integer NOT NULL DEFAULT 0;
      GRANT SELECT, INSERT, DELETE ON research.run_value TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.withheld_place TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE research.run_log DROP COLUMN values_through');
    await db.query('DROP TABLE research.withheld_place, research.run_value');
  }
}
