import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the tables of server/enrolment as they were at the first release. The constraint
 * `session_never_oversold` ensures that no session has more participants than seats, even if the
 * code is wrong.
 */
export class EnrolmentBaseline1795901722102 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.participation_link (
        participation_id uuid PRIMARY KEY,
        account_id uuid,
        entry bytea,
        account bytea,
        CONSTRAINT participation_link_form CHECK ((account_id IS NULL) = (entry IS NOT NULL))
      );
      CREATE UNIQUE INDEX participation_link_entry ON identity.participation_link (entry);
      CREATE INDEX participation_link_account ON identity.participation_link (account_id)
        WHERE account_id IS NOT NULL;

      CREATE TABLE research.session (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id),
        state text NOT NULL CHECK (state IN ('scheduled', 'active', 'paused', 'closed')),
        close_reason text CHECK (close_reason IN ('date', 'manual', 'funds')),
        audience text NOT NULL CHECK (audience IN ('catalogue', 'link', 'panel', 'classroom')),
        privacy_level text NOT NULL CHECK (privacy_level IN ('anonymous', 'roster_on_completion',
          'roster_on_start')),
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
        name text,
        link_key text,
        consent_withdrawn boolean NOT NULL DEFAULT false,
        number integer NOT NULL DEFAULT 0,
        paused_at timestamptz,
        own_reward boolean NOT NULL DEFAULT false,
        -- Written out without seats_taken: it must hold even if that function is wrong.
        CONSTRAINT session_never_oversold CHECK ((offered + enrolled + started + completed) <= capacity),
        CONSTRAINT session_consent_frozen CHECK ((state NOT IN ('active', 'paused'))
          OR consent_id IS NOT NULL AND launched_at IS NOT NULL),
        CONSTRAINT session_reward_has_currency CHECK ((reward_amount IS NULL) = (reward_currency IS NULL)),
        CONSTRAINT session_closes_after_opening CHECK (closes_at > opens_at),
        CONSTRAINT session_minutes CHECK (start_within_minutes > 0 AND maximum_minutes > 0),
        CONSTRAINT session_currency CHECK (reward_currency ~ '^[A-Z]{3}$'),
        CONSTRAINT session_reward CHECK (reward_amount >= 0),
        CONSTRAINT session_link_has_key CHECK ((link_key IS NOT NULL) = (audience = 'link')),
        CONSTRAINT session_snapshot_whole CHECK (launched_at IS NULL
          OR (snapshot ?& ARRAY['title', 'description', 'duration_minutes', 'additional_notes',
          'requirements', 'eligibility', 'runtime', 'allow_repeats', 'consent_version']) IS TRUE),
        CONSTRAINT session_consent_withdrawn CHECK (NOT consent_withdrawn
          OR (state IN ('paused', 'closed'))),
        CONSTRAINT session_paused_at CHECK (paused_at IS NULL OR state = 'paused' AND NOT consent_withdrawn)
      ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
      CREATE INDEX session_study ON research.session (study_id);
      CREATE INDEX session_opening ON research.session (opens_at) WHERE state = 'scheduled'
        AND launched_at IS NOT NULL;
      CREATE INDEX session_closing ON research.session (closes_at) WHERE state <> 'closed'
        AND closes_at IS NOT NULL;
      CREATE INDEX session_recruiting ON research.session (launched_at, id)
        WHERE (state IN ('active', 'scheduled')) AND launched_at IS NOT NULL AND audience = 'catalogue';
      CREATE UNIQUE INDEX session_link_key ON research.session (link_key) WHERE link_key IS NOT NULL;

      CREATE TABLE identity.roster_access (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        researcher_id uuid NOT NULL,
        study_id uuid NOT NULL REFERENCES research.study (id),
        session_id uuid NOT NULL REFERENCES research.session (id),
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX roster_access_researcher ON identity.roster_access (researcher_id);
      CREATE UNIQUE INDEX roster_access_once_a_day
        ON identity.roster_access (account_id, researcher_id, session_id, ((at AT TIME ZONE 'UTC')::date));

      CREATE TABLE research.participation (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES research.session (id),
        study_id uuid NOT NULL REFERENCES research.study (id),
        pseudonym bytea NOT NULL CHECK (octet_length(pseudonym) = 16),
        state text NOT NULL CHECK (state IN ('waitlisted', 'offered', 'enrolled', 'started', 'completed',
          'approved', 'rejected', 'withdrawn', 'offer_expired', 'timed_out', 'screened_out',
          'declined_consent', 'no_show', 'nullified')),
        exclusive boolean NOT NULL,
        moved_by text NOT NULL CHECK (moved_by IN ('participant', 'researcher', 'system')),
        move_reason text,
        due_at timestamptz,
        started_at timestamptz,
        demographics jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        wait_no bigint,
        move_category text,
        reminded_of timestamptz,
        data_withdrawn_on date,
        closing_told_of timestamptz,
        CONSTRAINT participation_waits_in_order CHECK ((wait_no IS NOT NULL) = (state = 'waitlisted')),
        CONSTRAINT participation_category_of_rejection CHECK (move_category IS NULL OR state = 'rejected'),
        CONSTRAINT participation_data_were_made CHECK (data_withdrawn_on IS NULL OR started_at IS NOT NULL)
      ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
      CREATE UNIQUE INDEX participation_once_a_session ON research.participation (session_id, pseudonym);
      CREATE INDEX participation_due ON research.participation (due_at) WHERE due_at IS NOT NULL;
      CREATE UNIQUE INDEX participation_of_person
        ON research.participation (study_id, pseudonym, (CASE WHEN NOT exclusive THEN id END))
        NULLS NOT DISTINCT;
      CREATE INDEX participation_waitlist ON research.participation (session_id, wait_no)
        WHERE state = 'waitlisted';

      CREATE TABLE research.participation_move (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        participation_id uuid NOT NULL,
        from_state text,
        to_state text NOT NULL,
        moved_by text NOT NULL,
        reason text,
        at timestamptz NOT NULL DEFAULT now(),
        category text,
        session_id uuid
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
        seal bytea,
        questions_passed integer
      );
      CREATE INDEX agreement_unsealed ON research.agreement (study_id, at) WHERE seal IS NULL;
      CREATE UNIQUE INDEX agreement_chain ON research.agreement (study_id, sequence)
        WHERE sequence IS NOT NULL;
      CREATE INDEX agreement_person ON research.agreement (study_id, pseudonym);

      CREATE TABLE research.session_change (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES research.session (id),
        what text NOT NULL CHECK (what IN ('launched', 'opened', 'paused', 'resumed', 'closed', 'capacity',
          'closing_date', 'reward', 'consent_withdrawn')),
        changed_by uuid,
        before text,
        after text,
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX session_change_session ON research.session_change (session_id);

      CREATE TABLE research.comprehension (
        id uuid PRIMARY KEY,
        consent_id uuid NOT NULL REFERENCES research.consent (id),
        pseudonym bytea NOT NULL,
        tries integer NOT NULL,
        passed boolean NOT NULL,
        kept_until date NOT NULL
      );
      CREATE UNIQUE INDEX comprehension_person ON research.comprehension (consent_id, pseudonym);
      CREATE INDEX comprehension_day ON research.comprehension (kept_until);

      CREATE TABLE research.pending_decision (
        participation_id uuid PRIMARY KEY REFERENCES research.participation (id) ON DELETE CASCADE,
        session_id uuid NOT NULL REFERENCES research.session (id) ON DELETE CASCADE,
        action text NOT NULL,
        to_state text NOT NULL,
        reason text,
        category text,
        decided_at timestamptz NOT NULL,
        judged_on date NOT NULL
      );
      CREATE INDEX pending_decision_session ON research.pending_decision (session_id);
      CREATE INDEX pending_decision_judged_on ON research.pending_decision (judged_on);

      CREATE TABLE research.session_words (
        session_id uuid PRIMARY KEY REFERENCES research.session (id) ON DELETE CASCADE,
        title text NOT NULL,
        description text NOT NULL
      );

      CREATE FUNCTION research.session_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.version := OLD.version + 1;
        RETURN NEW;
      END $$;
      CREATE TRIGGER session_version BEFORE UPDATE ON research.session
        FOR EACH ROW EXECUTE FUNCTION research.session_version();

      -- Triggers maintain the counts of a session and the log of transitions. They run as the owner, and
      -- nobody may execute them: firing needs no right, and with it a role could attach the function to a
      -- table of its own and write as the owner.
      CREATE FUNCTION research.participation_entered() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO research.participation_move
            (participation_id, to_state, moved_by, reason, session_id, at)
          SELECT id, state, moved_by, move_reason, session_id, updated_at
          FROM arrived;
        UPDATE research.session s SET
          offered = s.offered + d.offered, enrolled = s.enrolled + d.enrolled, started = s.started +
            d.started, completed = s.completed + d.completed, waitlisted = s.waitlisted + d.waitlisted,
            withdrawn = s.withdrawn + d.withdrawn, timed_out = s.timed_out + d.timed_out
        FROM (
          SELECT session_id,
            count(*) FILTER (WHERE state = 'offered') AS offered, count(*) FILTER (WHERE state = 'enrolled')
              AS enrolled, count(*) FILTER (WHERE state = 'started') AS started, count(*) FILTER (WHERE
              state IN ('completed', 'approved')) AS completed, count(*) FILTER (WHERE state = 'waitlisted')
              AS waitlisted, count(*) FILTER (WHERE state = 'withdrawn') AS withdrawn, count(*) FILTER
              (WHERE state = 'timed_out') AS timed_out
          FROM arrived GROUP BY session_id) d
        WHERE s.id = d.session_id;
        RETURN NULL;
      END $$;
      REVOKE EXECUTE ON FUNCTION research.participation_entered() FROM PUBLIC;
      CREATE TRIGGER participation_entered AFTER INSERT ON research.participation
        REFERENCING NEW TABLE AS arrived
        FOR EACH STATEMENT EXECUTE FUNCTION research.participation_entered();

      CREATE FUNCTION research.participation_moved() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO research.participation_move (participation_id, from_state, to_state, moved_by,
            reason, category, session_id, at)
          SELECT a.id, b.state, a.state, a.moved_by, a.move_reason, a.move_category
            , a.session_id, a.updated_at
          FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE a.state <> b.state
          UNION ALL
          SELECT a.id, a.state, a.state, 'participant', 'withdraw-data', NULL
            , a.session_id, now()
          FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE a.data_withdrawn_on IS NOT NULL AND b.data_withdrawn_on IS NULL;
        UPDATE research.session s SET
          offered = s.offered + d.offered, enrolled = s.enrolled + d.enrolled, started = s.started +
            d.started, completed = s.completed + d.completed, waitlisted = s.waitlisted + d.waitlisted,
            withdrawn = s.withdrawn + d.withdrawn, timed_out = s.timed_out + d.timed_out
        FROM (
          SELECT session_id,
            coalesce(sum(n) FILTER (WHERE state = 'offered'), 0) AS offered, coalesce(sum(n) FILTER (WHERE
              state = 'enrolled'), 0) AS enrolled, coalesce(sum(n) FILTER (WHERE state = 'started'), 0) AS
              started, coalesce(sum(n) FILTER (WHERE state IN ('completed', 'approved')), 0) AS completed,
              coalesce(sum(n) FILTER (WHERE state = 'waitlisted'), 0) AS waitlisted, coalesce(sum(n) FILTER
              (WHERE state = 'withdrawn'), 0) AS withdrawn, coalesce(sum(n) FILTER (WHERE state =
              'timed_out'), 0) AS timed_out
          FROM (
            SELECT a.session_id, a.state, 1 AS n FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE (a.state, a.session_id) IS DISTINCT FROM (b.state, b.session_id)
            UNION ALL
            SELECT b.session_id, b.state, -1 AS n FROM after_move a JOIN before_move b ON b.id = a.id
              WHERE (a.state, a.session_id) IS DISTINCT FROM (b.state, b.session_id)) x
          GROUP BY session_id) d
        WHERE s.id = d.session_id;
        RETURN NULL;
      END $$;
      REVOKE EXECUTE ON FUNCTION research.participation_moved() FROM PUBLIC;
      CREATE TRIGGER participation_moved AFTER UPDATE ON research.participation
        REFERENCING OLD TABLE AS before_move NEW TABLE AS after_move
        FOR EACH STATEMENT EXECUTE FUNCTION research.participation_moved();

      -- Seats taken; the count of completed ones includes approved participations. The planner puts the
      -- expression into the statement, so a view with the function costs no more than one without.
      CREATE FUNCTION research.seats_taken(s research.session) RETURNS integer
        LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN s.offered + s.enrolled + s.started + s.completed;

      CREATE FUNCTION research.session_changed() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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

      CREATE FUNCTION research.session_numbered() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.number := (SELECT coalesce(max(number), 0) + 1 FROM research.session
          WHERE study_id = NEW.study_id);
        RETURN NEW;
      END $$;
      CREATE TRIGGER session_numbered BEFORE INSERT ON research.session
        FOR EACH ROW EXECUTE FUNCTION research.session_numbered();

      CREATE FUNCTION research.session_worded() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO research.session_words (session_id, title, description)
          VALUES (NEW.id, coalesce(identity.folded(NEW.snapshot ->> 'title'), ''),
            coalesce(identity.folded(NEW.snapshot ->> 'description'), ''))
          ON CONFLICT (session_id) DO UPDATE SET title = excluded.title, description = excluded.description;
        RETURN NULL;
      END $$;
      REVOKE EXECUTE ON FUNCTION research.session_worded() FROM PUBLIC;
      CREATE TRIGGER session_worded_first AFTER INSERT ON research.session
        FOR EACH ROW
        WHEN (NEW.snapshot IS NOT NULL)
        EXECUTE FUNCTION research.session_worded();
      CREATE TRIGGER session_worded AFTER UPDATE OF snapshot ON research.session
        FOR EACH ROW
        WHEN (NEW.snapshot IS NOT NULL AND NEW.snapshot IS DISTINCT FROM OLD.snapshot)
        EXECUTE FUNCTION research.session_worded();

      -- A session and its seats, without the people who take part.
      CREATE VIEW research.recruitment WITH (security_invoker = true) AS
        SELECT id, study_id, state, audience, privacy_level, reward_amount, reward_currency, consent_id,
          snapshot, version, launched_at, opens_at, closes_at, closed_at, capacity, waitlisted, enrolled +
          started + completed AS participants, GREATEST(0, capacity - research.seats_taken(s.*)) AS
          seats_free, capacity > research.seats_taken(s.*)
          AND waitlisted = 0 AS admits, link_key, maximum_minutes
        FROM research.session s;

      CREATE VIEW research.recruitment_words WITH (security_invoker = true) AS
        SELECT session_id, title, description
        FROM research.session_words;

      GRANT INSERT ON identity.participation_link TO commonlab_app;
      GRANT SELECT, DELETE ON identity.participation_link TO commonlab_link;
      GRANT SELECT, INSERT, UPDATE ON research.session, research.agreement TO commonlab_app;
      GRANT SELECT
        ON research.session, research.participation, research.participation_move, research.agreement,
          research.session_change
        TO commonlab_export;
      GRANT SELECT ON research.session, research.participation, research.recruitment TO commonlab_link;
      GRANT SELECT, INSERT ON identity.roster_access TO commonlab_link;
      GRANT SELECT, INSERT ON research.participation TO commonlab_app;
      GRANT SELECT
        ON research.participation_move, research.session_change, research.session_words,
          research.recruitment, research.recruitment_words
        TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON research.comprehension, research.pending_decision TO commonlab_app;
      -- What the application sees of a link says nothing without the key: it looks for the next free entry,
      -- and restores the way back to a participation that starts again.
      GRANT SELECT (participation_id, entry), UPDATE (account)
        ON identity.participation_link TO commonlab_app;
      GRANT UPDATE (account_id, entry, account) ON identity.participation_link TO commonlab_link;
      GRANT UPDATE (session_id, state, moved_by, move_reason, due_at, started_at, demographics, updated_at,
        wait_no, move_category, reminded_of, data_withdrawn_on, closing_told_of)
        ON research.participation TO commonlab_app;
      GRANT SELECT (id, participation_id, from_state, to_state, moved_by, at, session_id)
        ON research.participation_move TO commonlab_link;
      -- Rosters are read under commonlab_link.
      GRANT SELECT (participation_id, session_id, to_state, decided_at)
        ON research.pending_decision TO commonlab_export, commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW research.recruitment_words, research.recruitment;
      DROP TABLE research.session_words, research.pending_decision, research.comprehension,
        research.session_change, research.agreement, research.participation_move, research.participation,
        identity.roster_access, research.session, identity.participation_link CASCADE;
      DROP FUNCTION research.session_version(), research.participation_entered(),
        research.participation_moved(), research.session_changed(),
        research.session_numbered(), research.session_worded() CASCADE;
    `);
  }
}
