import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions, participations, agreements. Triggers maintain the counts of a session and the log of
 * transitions, and `taken <= capacity` is a constraint: even with faulty code, the database does
 * not oversell a seat.
 */
export class EnrolmentStart1763690004000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.session (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id),
        state text NOT NULL CHECK (state IN ('scheduled', 'active', 'paused', 'closed')),
        close_reason text CHECK (close_reason IN ('date', 'manual', 'funds')),
        audience text NOT NULL CHECK (audience IN ('catalogue', 'link', 'panel', 'classroom')),
        privacy_level text NOT NULL CHECK (privacy_level IN ('anonymous', 'roster_on_completion', 'roster_on_start')),
        capacity integer NOT NULL CHECK (capacity > 0),
        offered integer NOT NULL DEFAULT 0 CHECK (offered >= 0),
        enrolled integer NOT NULL DEFAULT 0 CHECK (enrolled >= 0),
        started integer NOT NULL DEFAULT 0 CHECK (started >= 0),
        completed integer NOT NULL DEFAULT 0 CHECK (completed >= 0),
        waitlisted integer NOT NULL DEFAULT 0 CHECK (waitlisted >= 0),
        withdrawn integer NOT NULL DEFAULT 0 CHECK (withdrawn >= 0),
        timed_out integer NOT NULL DEFAULT 0 CHECK (timed_out >= 0),
        version integer NOT NULL DEFAULT 1,
        reward_amount integer,
        reward_currency text,
        start_within_minutes integer NOT NULL,
        maximum_minutes integer NOT NULL,
        consent_id uuid REFERENCES research.consent (id),
        consent_sha256 text,
        snapshot jsonb,
        additional_notes text,
        launched_at timestamptz,
        opens_at timestamptz,
        closes_at timestamptz,
        closed_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT session_never_oversold CHECK (offered + enrolled + started + completed <= capacity),
        CONSTRAINT session_consent_frozen CHECK (state NOT IN ('active', 'paused') OR (consent_id IS NOT NULL AND launched_at IS NOT NULL))
      );
      CREATE INDEX session_study ON research.session (study_id);
      CREATE INDEX session_recruiting ON research.session (launched_at, id) WHERE state = 'active' AND audience = 'catalogue';
      CREATE INDEX session_opening ON research.session (opens_at) WHERE state = 'scheduled' AND launched_at IS NOT NULL;
      CREATE INDEX session_closing ON research.session (closes_at) WHERE state <> 'closed' AND closes_at IS NOT NULL;

      CREATE TABLE research.participation (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES research.session (id),
        study_id uuid NOT NULL REFERENCES research.study (id),
        pseudonym bytea NOT NULL CHECK (octet_length(pseudonym) = 16),
        state text NOT NULL CHECK (state IN ('waitlisted', 'offered', 'enrolled', 'started', 'completed', 'approved', 'rejected',
          'withdrawn', 'offer_expired', 'timed_out', 'screened_out', 'declined_consent', 'no_show', 'nullified')),
        exclusive boolean NOT NULL,
        moved_by text NOT NULL CHECK (moved_by IN ('participant', 'researcher', 'system')),
        move_reason text,
        waiting_since timestamptz,
        due_at timestamptz,
        started_at timestamptz,
        demographics jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX participation_once_a_session ON research.participation (session_id, pseudonym);
      CREATE UNIQUE INDEX participation_once_a_study ON research.participation (study_id, pseudonym) WHERE exclusive;
      CREATE INDEX participation_person ON research.participation (study_id, pseudonym);
      CREATE INDEX participation_waitlist ON research.participation (session_id, waiting_since) WHERE state = 'waitlisted';
      CREATE INDEX participation_due ON research.participation (due_at) WHERE due_at IS NOT NULL;

      CREATE TABLE research.participation_move (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        participation_id uuid NOT NULL,
        from_state text,
        to_state text NOT NULL,
        moved_by text NOT NULL,
        reason text,
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX participation_move_participation ON research.participation_move (participation_id);

      CREATE TABLE research.agreement (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id),
        consent_id uuid NOT NULL REFERENCES research.consent (id),
        consent_version integer NOT NULL,
        pseudonym bytea NOT NULL,
        locale text NOT NULL,
        sha256 text NOT NULL,
        method text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        sequence bigint,
        seal bytea
      );
      CREATE INDEX agreement_unsealed ON research.agreement (study_id, at) WHERE seal IS NULL;
      CREATE UNIQUE INDEX agreement_chain ON research.agreement (study_id, sequence) WHERE sequence IS NOT NULL;

      CREATE FUNCTION research.session_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.version := OLD.version + 1;
        RETURN NEW;
      END $$;
      CREATE TRIGGER session_version BEFORE UPDATE ON research.session FOR EACH ROW EXECUTE FUNCTION research.session_version();

      CREATE FUNCTION research.participation_entered() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO research.participation_move (participation_id, to_state, moved_by, reason)
          SELECT id, state, moved_by, move_reason FROM arrived;
        UPDATE research.session s SET
          offered = s.offered + d.offered, enrolled = s.enrolled + d.enrolled, started = s.started + d.started,
          completed = s.completed + d.completed, waitlisted = s.waitlisted + d.waitlisted,
          withdrawn = s.withdrawn + d.withdrawn, timed_out = s.timed_out + d.timed_out
        FROM (
          SELECT session_id,
            count(*) FILTER (WHERE state = 'offered') AS offered, count(*) FILTER (WHERE state = 'enrolled') AS enrolled,
            count(*) FILTER (WHERE state = 'started') AS started, count(*) FILTER (WHERE state IN ('completed', 'approved')) AS completed,
            count(*) FILTER (WHERE state = 'waitlisted') AS waitlisted, count(*) FILTER (WHERE state = 'withdrawn') AS withdrawn,
            count(*) FILTER (WHERE state = 'timed_out') AS timed_out
          FROM arrived GROUP BY session_id) d
        WHERE s.id = d.session_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER participation_entered AFTER INSERT ON research.participation REFERENCING NEW TABLE AS arrived
        FOR EACH STATEMENT EXECUTE FUNCTION research.participation_entered();

      CREATE FUNCTION research.participation_moved() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO research.participation_move (participation_id, from_state, to_state, moved_by, reason)
          SELECT a.id, b.state, a.state, a.moved_by, a.move_reason
          FROM after_move a JOIN before_move b ON b.id = a.id WHERE a.state <> b.state;
        UPDATE research.session s SET
          offered = s.offered + d.offered, enrolled = s.enrolled + d.enrolled, started = s.started + d.started,
          completed = s.completed + d.completed, waitlisted = s.waitlisted + d.waitlisted,
          withdrawn = s.withdrawn + d.withdrawn, timed_out = s.timed_out + d.timed_out
        FROM (
          SELECT session_id,
            coalesce(sum(n) FILTER (WHERE state = 'offered'), 0) AS offered,
            coalesce(sum(n) FILTER (WHERE state = 'enrolled'), 0) AS enrolled,
            coalesce(sum(n) FILTER (WHERE state = 'started'), 0) AS started,
            coalesce(sum(n) FILTER (WHERE state IN ('completed', 'approved')), 0) AS completed,
            coalesce(sum(n) FILTER (WHERE state = 'waitlisted'), 0) AS waitlisted,
            coalesce(sum(n) FILTER (WHERE state = 'withdrawn'), 0) AS withdrawn,
            coalesce(sum(n) FILTER (WHERE state = 'timed_out'), 0) AS timed_out
          FROM (
            SELECT a.session_id, a.state, 1 AS n FROM after_move a JOIN before_move b ON b.id = a.id WHERE a.state <> b.state
            UNION ALL
            SELECT b.session_id, b.state, -1 AS n FROM after_move a JOIN before_move b ON b.id = a.id WHERE a.state <> b.state) x
          GROUP BY session_id) d
        WHERE s.id = d.session_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER participation_moved AFTER UPDATE ON research.participation REFERENCING OLD TABLE AS before_move NEW TABLE AS after_move
        FOR EACH STATEMENT EXECUTE FUNCTION research.participation_moved();

      GRANT SELECT, INSERT, UPDATE ON research.session, research.participation TO commonlab_app;
      GRANT SELECT, INSERT ON research.participation_move TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE ON research.agreement TO commonlab_app;
      GRANT SELECT ON research.session, research.participation TO commonlab_link, commonlab_export;
      GRANT SELECT ON research.participation_move, research.agreement TO commonlab_export;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.agreement, research.participation_move, research.participation, research.session;
      DROP FUNCTION research.session_version(), research.participation_entered(), research.participation_moved();
    `);
  }
}
