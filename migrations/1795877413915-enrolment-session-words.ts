import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The text that a search of the catalogue reads: title and whole description of a launched session, folded
 * once, at the launch. To fold long descriptions at each search would take seconds. A table of its own, since
 * the session's row is written for each seat; a trigger writes it, so that it never differs from the
 * snapshot. A migration that changes identity.folded writes it again.
 */
export class EnrolmentSessionWords1795877413915 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.session_words (
        session_id uuid PRIMARY KEY CONSTRAINT session_words_session_id_fkey
          REFERENCES research.session (id) ON DELETE CASCADE,
        title text NOT NULL,
        description text NOT NULL
      );
      CREATE VIEW research.recruitment_words WITH (security_invoker = true) AS
        SELECT session_id, title, description FROM research.session_words;
      GRANT SELECT ON research.session_words, research.recruitment_words TO commonlab_app;

      CREATE FUNCTION research.session_worded() RETURNS trigger LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO research.session_words (session_id, title, description)
          VALUES (NEW.id, coalesce(identity.folded(NEW.snapshot ->> 'title'), ''),
            coalesce(identity.folded(NEW.snapshot ->> 'description'), ''))
          ON CONFLICT (session_id) DO UPDATE SET title = excluded.title, description = excluded.description;
        RETURN NULL;
      END $$;
      REVOKE EXECUTE ON FUNCTION research.session_worded() FROM PUBLIC;
      CREATE TRIGGER session_worded_first AFTER INSERT ON research.session FOR EACH ROW
        WHEN (NEW.snapshot IS NOT NULL) EXECUTE FUNCTION research.session_worded();
      CREATE TRIGGER session_worded AFTER UPDATE OF snapshot ON research.session FOR EACH ROW
        WHEN (NEW.snapshot IS NOT NULL AND NEW.snapshot IS DISTINCT FROM OLD.snapshot)
        EXECUTE FUNCTION research.session_worded();

      INSERT INTO research.session_words (session_id, title, description)
        SELECT id, coalesce(identity.folded(snapshot ->> 'title'), ''),
          coalesce(identity.folded(snapshot ->> 'description'), '')
        FROM research.session WHERE snapshot IS NOT NULL;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER session_worded ON research.session;
      DROP TRIGGER session_worded_first ON research.session;
      DROP FUNCTION research.session_worded();
      DROP VIEW research.recruitment_words;
      DROP TABLE research.session_words;
    `);
  }
}
