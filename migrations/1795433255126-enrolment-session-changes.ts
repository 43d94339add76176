import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Changes of a session since its launch, for its timeline. A trigger writes it, so that no change is missed;
 * it fires only for statements that name one of these columns, and statements that give seats name none. The
 * account that made the change is a setting of the transaction (server/enrolment/change-session/actor.ts).
 */
export class EnrolmentSessionChanges1795433255126 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.session_change (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        session_id uuid NOT NULL CONSTRAINT session_change_session_id_fkey
          REFERENCES research.session (id),
        what text NOT NULL CONSTRAINT session_change_what_check CHECK (what IN ('launched', 'opened',
          'paused', 'resumed', 'closed', 'capacity', 'closing_date', 'reward', 'consent_withdrawn')),
        changed_by uuid,
        before text,
        after text,
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX session_change_session ON research.session_change (session_id);
      GRANT SELECT ON research.session_change TO commonlab_app, commonlab_export;

      INSERT INTO research.session_change (session_id, what, at)
        SELECT id, 'launched', launched_at FROM research.session WHERE launched_at IS NOT NULL;
      INSERT INTO research.session_change (session_id, what, after, at)
        SELECT id, 'closed', close_reason, closed_at FROM research.session
        WHERE launched_at IS NOT NULL AND closed_at IS NOT NULL;

      CREATE FUNCTION research.session_changed() RETURNS trigger LANGUAGE plpgsql
      SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      DECLARE
        actor uuid := nullif(current_setting('commonlab.actor', true), '')::uuid;
      BEGIN
        IF OLD.launched_at IS NULL THEN
          IF NEW.launched_at IS NOT NULL THEN
            INSERT INTO research.session_change (session_id, what, changed_by, at)
              VALUES (NEW.id, 'launched', actor, NEW.launched_at);
          END IF;
          RETURN NULL;
        END IF;
        IF NEW.capacity <> OLD.capacity THEN
          INSERT INTO research.session_change (session_id, what, changed_by, before, after)
            VALUES (NEW.id, 'capacity', actor, OLD.capacity, NEW.capacity);
        END IF;
        IF NEW.closes_at IS DISTINCT FROM OLD.closes_at THEN
          INSERT INTO research.session_change (session_id, what, changed_by, before, after)
            VALUES (NEW.id, 'closing_date', actor,
              to_char(OLD.closes_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
              to_char(NEW.closes_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'));
        END IF;
        IF NEW.reward_amount IS DISTINCT FROM OLD.reward_amount THEN
          INSERT INTO research.session_change (session_id, what, changed_by, before, after)
            VALUES (NEW.id, 'reward', actor, OLD.reward_amount || ' ' || OLD.reward_currency,
              NEW.reward_amount || ' ' || NEW.reward_currency);
        END IF;
        IF NEW.consent_withdrawn AND NOT OLD.consent_withdrawn THEN
          INSERT INTO research.session_change (session_id, what, changed_by)
            VALUES (NEW.id, 'consent_withdrawn', actor);
        END IF;
        IF NEW.state <> OLD.state THEN
          INSERT INTO research.session_change (session_id, what, changed_by, after, at)
            VALUES (NEW.id,
              CASE WHEN NEW.state = 'closed' THEN 'closed' WHEN NEW.state = 'paused' THEN 'paused'
                WHEN OLD.state = 'paused' THEN 'resumed' ELSE 'opened' END,
              actor, CASE WHEN NEW.state = 'closed' THEN NEW.close_reason END,
              coalesce(CASE WHEN NEW.state = 'closed' THEN NEW.closed_at END, now()));
        END IF;
        RETURN NULL;
      END $$;
      REVOKE EXECUTE ON FUNCTION research.session_changed() FROM PUBLIC;
      CREATE TRIGGER session_changed AFTER UPDATE OF launched_at, capacity, closes_at, reward_amount,
        consent_withdrawn, state ON research.session
        FOR EACH ROW EXECUTE FUNCTION research.session_changed();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER session_changed ON research.session;
      DROP FUNCTION research.session_changed();
      DROP TABLE research.session_change;
    `);
  }
}
