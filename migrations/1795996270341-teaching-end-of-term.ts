import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates functions that delete class studies at the end of term, with all rows that refer to them.
 * The functions follow the foreign keys, so they also find the rows of tables that later migrations
 * add. The few columns without a foreign key are named here.
 */
export class TeachingEndOfTerm1795996270341 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.classroom ADD COLUMN erased_on date,
        ADD CONSTRAINT classroom_erased_check CHECK (erased_on IS NULL
          OR state = 'archived' AND erasure_told_on IS NOT NULL AND NOT students_build);
      CREATE INDEX classroom_to_erase ON identity.classroom (archived_at) WHERE state = 'archived' AND erased_on IS NULL;

      -- Deletes rows of a table with all rows that lead to them by foreign keys; keys that are set to null are. Only
      -- functions of the owner call it: no role may execute it.
      CREATE FUNCTION research.erase_rows(rows_of regclass, condition text) RETURNS void
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        key record;
        below text;
        has_any boolean;
      BEGIN
        FOR key IN
          SELECT c.conrelid::regclass AS child, c.conname,
            (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY k.n) FROM unnest(c.conkey) WITH ORDINALITY AS k (num, n)
              JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.num) AS own,
            (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY k.n) FROM unnest(c.confkey) WITH ORDINALITY AS k (num, n)
              JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.num) AS theirs
          FROM pg_constraint c
          WHERE c.contype = 'f' AND c.confrelid = rows_of AND c.conrelid <> rows_of AND c.confdeltype NOT IN ('n', 'd')
          ORDER BY c.conname
        LOOP
          below := format('(%s) IN (SELECT %s FROM %s WHERE %s)', key.own, key.theirs, rows_of, condition);
          EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %s)', key.child, below) INTO has_any;
          IF has_any THEN PERFORM research.erase_rows(key.child, below); END IF;
        END LOOP;
        EXECUTE format('DELETE FROM %s WHERE %s', rows_of, condition);
      END $$;

      -- Erases a study of a class whose term has ended: archived, and told of it at least thirty whole days ago.
      -- Answers false, and erases nothing, while credit for taking part is still to be granted.
      CREATE FUNCTION research.erase_class_study(study uuid, today date) RETURNS boolean
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        class uuid;
        sessions text := format('SELECT id FROM research.session WHERE study_id = %L', study);
        participations text := format('SELECT id FROM research.participation WHERE study_id = %L', study);
        runs text := format('SELECT id FROM research.run WHERE session_id IN (%s) OR participation_id IN (%s)', sessions,
          participations);
      BEGIN
        -- Before any row is locked, as whoever compares values of runs (server/runtime/rare-values).
        PERFORM pg_advisory_xact_lock(hashtextextended('run-values', 5));
        SELECT s.classroom_id INTO class FROM research.study s WHERE s.id = study FOR UPDATE;
        IF NOT FOUND THEN RETURN true; END IF;
        IF NOT EXISTS (SELECT FROM identity.classroom c WHERE c.id = class AND c.state = 'archived'
            AND c.erasure_told_on + 30 < today) THEN
          RAISE EXCEPTION 'only a study of a class whose term has ended is erased' USING ERRCODE = 'check_violation';
        END IF;
        -- Sessions before participations, as all who lock both; who writes a message or a record locks these rows, too.
        PERFORM 1 FROM research.session s WHERE s.study_id = study ORDER BY s.id FOR UPDATE;
        PERFORM 1 FROM research.participation p WHERE p.study_id = study ORDER BY p.id FOR UPDATE;
        EXECUTE runs || ' ORDER BY id FOR UPDATE';
        IF EXISTS (SELECT FROM research.participation_credit c JOIN research.session s ON s.id = c.session_id
            WHERE s.study_id = study AND c.state <> 'granted') THEN
          RETURN false;
        END IF;
        IF EXISTS (SELECT FROM research.session s WHERE s.study_id = study AND (
            EXISTS (SELECT FROM research.session_hold h WHERE h.session_id = s.id)
            OR EXISTS (SELECT FROM research.payment p WHERE p.session_id = s.id)
            OR EXISTS (SELECT FROM research.bonus b WHERE b.session_id = s.id))) THEN
          RAISE EXCEPTION 'a study of a class has money' USING ERRCODE = 'check_violation';
        END IF;

        UPDATE identity.assignment SET study_id = NULL WHERE study_id = study;
        UPDATE identity.api_token SET study_ids = array_remove(study_ids, study) WHERE study = ANY (study_ids);
        -- The entries of an account are numbered without gaps (docs/decisions/privacy-schemas.md): each stays as the
        -- number it has, and leads nowhere.
        EXECUTE format('DELETE FROM identity.participation_link WHERE entry IS NULL AND participation_id IN (%s)', participations);
        EXECUTE format('UPDATE identity.participation_link SET participation_id = gen_random_uuid(), account = NULL
          WHERE participation_id IN (%s)', participations);
        -- What other studies withhold on account of this one stays withheld, and leads nowhere.
        UPDATE research.withheld_place w SET other_id = gen_random_uuid(),
            mark = CASE WHEN EXISTS (SELECT FROM research.run_value v WHERE v.study_id = w.study_id AND v.mark = w.mark)
              THEN w.mark ELSE sha256(w.mark || uuid_send(gen_random_uuid())) END
          WHERE w.other_id = study AND w.study_id <> study;

        PERFORM research.erase_rows('identity.webhook_message', format('study_id = %L', study));
        PERFORM research.erase_rows('research.message', format('session_id IN (%s)', sessions));
        PERFORM research.erase_rows('research.message', format('participation_id IN (%s)', participations));
        PERFORM research.erase_rows('research.conversation', format('session_id IN (%s)', sessions));
        PERFORM research.erase_rows('research.conversation', format('participation_id IN (%s)', participations));
        PERFORM research.erase_rows('research.broadcast', format('session_id IN (%s)', sessions));
        PERFORM research.erase_rows('research.participation_move', format('participation_id IN (%s)', participations));
        PERFORM research.erase_rows('research.run_chunk', format('run_id IN (%s)', runs));
        -- Its trigger notes who left; that goes with the study.
        PERFORM research.erase_rows('identity.study_collaborator', format('study_id = %L', study));
        PERFORM research.erase_rows('research.study', format('id = %L', study));
        RETURN true;
      END $$;
      REVOKE ALL ON FUNCTION research.erase_rows(regclass, text), research.erase_class_study(uuid, date) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION research.erase_class_study(uuid, date) TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP FUNCTION research.erase_class_study(uuid, date), research.erase_rows(regclass, text);
      DROP INDEX identity.classroom_to_erase;
      ALTER TABLE identity.classroom DROP COLUMN erased_on;
    `);
  }
}
