import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions of a study are numbered in the order in which they were made: a session without a name is
 * called by its number and day. Creating one holds its study, so that no two get the same number.
 */
export class EnrolmentSessionNumbers1795780000001 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.session ADD COLUMN number integer NOT NULL DEFAULT 0;
      ALTER TABLE research.session DISABLE TRIGGER USER;
      UPDATE research.session s SET number = n.number
        FROM (SELECT id, row_number() OVER (PARTITION BY study_id ORDER BY created_at, id) AS number
          FROM research.session) n
        WHERE n.id = s.id;
      ALTER TABLE research.session ENABLE TRIGGER USER;
      CREATE FUNCTION research.session_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.number := (SELECT coalesce(max(number), 0) + 1 FROM research.session
          WHERE study_id = NEW.study_id);
        RETURN NEW;
      END $$;
      CREATE TRIGGER session_numbered BEFORE INSERT ON research.session
        FOR EACH ROW EXECUTE FUNCTION research.session_numbered();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER session_numbered ON research.session;
      DROP FUNCTION research.session_numbered();
      ALTER TABLE research.session DROP COLUMN number;
    `);
  }
}
