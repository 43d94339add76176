import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates what students need to build studies in their classroom. A study can belong to a class, an
 * instructor reviews it, and students can make it from a template. Constraints enforce that a class
 * study is anonymous, unpaid, and only for its class.
 */
export class TeachingStudentResearchers1795995388351 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.course ADD COLUMN consent_text text;
      ALTER TABLE identity.classroom
        ADD COLUMN students_build boolean NOT NULL DEFAULT false,
        ADD COLUMN consent_text text,
        ADD COLUMN erasure_told_on date;
      ALTER TABLE identity.assignment
        DROP CONSTRAINT assignment_kind_check,
        ADD CONSTRAINT assignment_kind_check CHECK (kind IN ('take_study', 'alternative', 'build_study')),
        DROP CONSTRAINT assignment_study_check,
        ADD CONSTRAINT assignment_study_check CHECK (study_id IS NULL OR kind <> 'alternative');

      GRANT SELECT (title, students_build) ON identity.classroom TO commonlab_link;
      CREATE VIEW identity.class_member WITH (security_invoker = true) AS
        SELECT m.account_id, m.classroom_id, m.role, c.state, c.title,
          c.students_build AND m.role = 'student' AS builds
        FROM identity.classroom_member m JOIN identity.classroom c ON c.id = m.classroom_id;
      GRANT SELECT ON identity.class_member TO commonlab_app, commonlab_link;

      ALTER TABLE research.study ADD COLUMN classroom_id uuid,
        ADD CONSTRAINT study_of_class CHECK (classroom_id IS NULL
          OR privacy_level = 'anonymous' AND reward_amount IS NULL AND payment_terms IS NULL AND eligibility = '[]');
      CREATE OR REPLACE VIEW research.study_profile WITH (security_invoker = true) AS
        SELECT id, owner_id, title, description, duration_minutes, maximum_minutes, reward_amount,
          reward_currency, privacy_level, additional_notes, requirements, eligibility, runtime,
          allow_repeats, state, created_at, updated_at, version, payment_terms, offers_credit, classroom_id
        FROM research.study;
      CREATE INDEX study_classroom ON research.study (classroom_id) WHERE classroom_id IS NOT NULL;

      ALTER TABLE research.session ADD COLUMN classroom_id uuid,
        ADD CONSTRAINT session_of_class CHECK (classroom_id IS NULL OR audience = 'classroom'),
        ADD CONSTRAINT session_of_class_terms CHECK (classroom_id IS NULL
          OR privacy_level = 'anonymous' AND reward_amount IS NULL AND additional_notes IS NULL);
      CREATE INDEX session_classroom ON research.session (classroom_id) WHERE classroom_id IS NOT NULL;
      -- A study keeps its class, and so do its sessions.
      CREATE FUNCTION research.study_keeps_class() RETURNS trigger
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        RAISE EXCEPTION 'a study keeps its class' USING ERRCODE = 'check_violation';
      END $$;
      CREATE FUNCTION research.session_keeps_class() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        IF (SELECT classroom_id FROM research.study WHERE id = NEW.study_id) IS DISTINCT FROM NEW.classroom_id THEN
          RAISE EXCEPTION 'a session recruits for the class of its study' USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
      END $$;
      REVOKE ALL ON FUNCTION research.study_keeps_class(), research.session_keeps_class() FROM PUBLIC;
      CREATE TRIGGER study_keeps_class BEFORE UPDATE OF classroom_id ON research.study
        FOR EACH ROW WHEN (OLD.classroom_id IS DISTINCT FROM NEW.classroom_id)
        EXECUTE FUNCTION research.study_keeps_class();
      CREATE TRIGGER session_keeps_class BEFORE INSERT OR UPDATE OF classroom_id, study_id ON research.session
        FOR EACH ROW EXECUTE FUNCTION research.session_keeps_class();

      CREATE OR REPLACE VIEW research.recruitment WITH (security_invoker = true) AS
        SELECT id, study_id, state, audience, privacy_level, reward_amount, reward_currency, consent_id,
          snapshot, version, launched_at, opens_at, closes_at, closed_at, capacity, waitlisted, enrolled +
          started + completed AS participants, GREATEST(0, capacity - research.seats_taken(s.*)) AS
          seats_free, capacity > research.seats_taken(s.*)
          AND waitlisted = 0 AS admits, link_key, maximum_minutes, classroom_id
        FROM research.session s;

      CREATE TABLE identity.class_review (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL CONSTRAINT class_review_study_id_fkey REFERENCES research.study (id) ON DELETE CASCADE,
        classroom_id uuid NOT NULL
          CONSTRAINT class_review_classroom_id_fkey REFERENCES identity.classroom (id) ON DELETE CASCADE,
        state text NOT NULL
          CONSTRAINT class_review_state_check CHECK (state IN ('submitted', 'changes_asked', 'approved')),
        digest text NOT NULL,
        content jsonb NOT NULL,
        submitted_by uuid CONSTRAINT class_review_submitted_by_fkey REFERENCES identity.account (id) ON DELETE SET NULL,
        submitted_at timestamptz NOT NULL,
        words text,
        decided_by uuid CONSTRAINT class_review_decided_by_fkey REFERENCES identity.account (id) ON DELETE SET NULL,
        decided_at timestamptz,
        decision_words text,
        CONSTRAINT class_review_decided_check CHECK ((state = 'submitted') = (decided_at IS NULL))
      );
      CREATE INDEX class_review_study ON identity.class_review (study_id, submitted_at);
      CREATE UNIQUE INDEX class_review_open ON identity.class_review (study_id) WHERE state = 'submitted';
      CREATE INDEX class_review_classroom ON identity.class_review (classroom_id);
      CREATE INDEX class_review_submitted_by ON identity.class_review (submitted_by);
      CREATE INDEX class_review_decided_by ON identity.class_review (decided_by);
      CREATE TABLE identity.review_comment (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL CONSTRAINT review_comment_study_id_fkey REFERENCES research.study (id) ON DELETE CASCADE,
        part text NOT NULL,
        place text,
        text text NOT NULL,
        author_id uuid CONSTRAINT review_comment_author_id_fkey REFERENCES identity.account (id) ON DELETE SET NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX review_comment_study ON identity.review_comment (study_id, created_at);
      CREATE INDEX review_comment_author ON identity.review_comment (author_id);

      CREATE TABLE research.template (
        study_id uuid PRIMARY KEY CONSTRAINT template_study_id_fkey REFERENCES research.study (id) ON DELETE CASCADE,
        script_name text,
        script text,
        changed_at timestamptz NOT NULL,
        CONSTRAINT template_script_check CHECK ((script IS NULL) = (script_name IS NULL))
      );
      CREATE TABLE research.template_share (
        study_id uuid NOT NULL CONSTRAINT template_share_study_id_fkey REFERENCES research.template (study_id) ON DELETE CASCADE,
        classroom_id uuid NOT NULL
          CONSTRAINT template_share_classroom_id_fkey REFERENCES identity.classroom (id) ON DELETE CASCADE,
        pooled boolean NOT NULL,
        CONSTRAINT template_share_pkey PRIMARY KEY (study_id, classroom_id)
      );
      CREATE INDEX template_share_classroom ON research.template_share (classroom_id);
      -- What a study was made from: the template as it was then, also when it has gone since.
      CREATE TABLE research.fork (
        study_id uuid PRIMARY KEY CONSTRAINT fork_study_id_fkey REFERENCES research.study (id) ON DELETE CASCADE,
        template_id uuid CONSTRAINT fork_template_id_fkey REFERENCES research.study (id) ON DELETE SET NULL,
        template_title text NOT NULL,
        pooled boolean NOT NULL,
        base jsonb NOT NULL,
        made_at timestamptz NOT NULL
      );
      CREATE INDEX fork_template ON research.fork (template_id);

      GRANT SELECT, INSERT, DELETE ON identity.class_review, identity.review_comment, research.template,
        research.template_share, research.fork TO commonlab_app;
      GRANT UPDATE (state, decided_by, decided_at, decision_words) ON identity.class_review TO commonlab_app;
      GRANT UPDATE (script_name, script, changed_at) ON research.template TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.fork, research.template_share, research.template, identity.review_comment,
        identity.class_review;
      DROP VIEW research.recruitment;
      CREATE VIEW research.recruitment WITH (security_invoker = true) AS
        SELECT id, study_id, state, audience, privacy_level, reward_amount, reward_currency, consent_id,
          snapshot, version, launched_at, opens_at, closes_at, closed_at, capacity, waitlisted, enrolled +
          started + completed AS participants, GREATEST(0, capacity - research.seats_taken(s.*)) AS
          seats_free, capacity > research.seats_taken(s.*)
          AND waitlisted = 0 AS admits, link_key, maximum_minutes
        FROM research.session s;
      GRANT SELECT ON research.recruitment TO commonlab_app, commonlab_link;
      DROP TRIGGER session_keeps_class ON research.session;
      DROP TRIGGER study_keeps_class ON research.study;
      DROP FUNCTION research.session_keeps_class(), research.study_keeps_class();
      ALTER TABLE research.session DROP COLUMN classroom_id;
      DROP VIEW research.study_profile;
      CREATE VIEW research.study_profile WITH (security_invoker = true) AS
        SELECT id, owner_id, title, description, duration_minutes, maximum_minutes, reward_amount,
          reward_currency, privacy_level, additional_notes, requirements, eligibility, runtime,
          allow_repeats, state, created_at, updated_at, version, payment_terms, offers_credit
        FROM research.study;
      GRANT SELECT ON research.study_profile TO commonlab_app, commonlab_link;
      ALTER TABLE research.study DROP COLUMN classroom_id;
      DROP VIEW identity.class_member;
      REVOKE SELECT (title, students_build) ON identity.classroom FROM commonlab_link;
      DELETE FROM identity.assignment WHERE kind = 'build_study';
      ALTER TABLE identity.assignment
        DROP CONSTRAINT assignment_kind_check,
        ADD CONSTRAINT assignment_kind_check CHECK (kind IN ('take_study', 'alternative')),
        DROP CONSTRAINT assignment_study_check,
        ADD CONSTRAINT assignment_study_check CHECK (study_id IS NULL OR kind = 'take_study');
      ALTER TABLE identity.classroom DROP COLUMN students_build, DROP COLUMN consent_text, DROP COLUMN erasure_told_on;
      ALTER TABLE identity.course DROP COLUMN consent_text;
    `);
  }
}
