import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the tables of courses, classrooms, their members and invitations, assignments and
 * students' submissions.
 */
export class Teaching1795981676341 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.course (
        id uuid PRIMARY KEY,
        title text NOT NULL,
        code text NOT NULL,
        term text NOT NULL,
        organization text,
        required_credits integer NOT NULL CONSTRAINT course_required_check CHECK (required_credits >= 0),
        credits_per_hour integer NOT NULL CONSTRAINT course_rate_check CHECK (credits_per_hour > 0),
        deadline timestamptz NOT NULL,
        state text NOT NULL DEFAULT 'draft'
          CONSTRAINT course_state_check CHECK (state IN ('draft', 'open', 'closed', 'archived')),
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX course_deadline ON identity.course (deadline DESC, id DESC);

      CREATE TABLE identity.classroom (
        id uuid PRIMARY KEY,
        course_id uuid CONSTRAINT classroom_course_id_fkey REFERENCES identity.course (id),
        title text NOT NULL,
        state text NOT NULL DEFAULT 'draft'
          CONSTRAINT classroom_state_check CHECK (state IN ('draft', 'open', 'closed', 'archived')),
        archived_at timestamptz,
        join_code text CONSTRAINT classroom_join_code UNIQUE,
        join_uses_left integer,
        join_expires_at timestamptz,
        join_domain text,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT classroom_archived_check CHECK ((state = 'archived') = (archived_at IS NOT NULL)),
        CONSTRAINT classroom_uses_check CHECK (join_uses_left >= 0)
      );
      CREATE INDEX classroom_course ON identity.classroom (course_id);

      CREATE TABLE identity.classroom_member (
        id uuid PRIMARY KEY,
        classroom_id uuid NOT NULL CONSTRAINT classroom_member_classroom_id_fkey
          REFERENCES identity.classroom (id) ON DELETE CASCADE,
        account_id uuid NOT NULL CONSTRAINT classroom_member_account_id_fkey
          REFERENCES identity.account (id) ON DELETE CASCADE,
        role text NOT NULL
          CONSTRAINT classroom_member_role_check CHECK (role IN ('instructor', 'assistant', 'student')),
        student_number text,
        joined_on date NOT NULL,
        CONSTRAINT classroom_member_once UNIQUE (classroom_id, account_id)
      );
      CREATE INDEX classroom_member_account ON identity.classroom_member (account_id);

      CREATE TABLE identity.classroom_invitation (
        id uuid PRIMARY KEY,
        classroom_id uuid NOT NULL CONSTRAINT classroom_invitation_classroom_id_fkey
          REFERENCES identity.classroom (id) ON DELETE CASCADE,
        email text NOT NULL,
        role text NOT NULL
          CONSTRAINT classroom_invitation_role_check CHECK (role IN ('instructor', 'assistant', 'student')),
        expires_at timestamptz NOT NULL,
        CONSTRAINT classroom_invitation_once UNIQUE (classroom_id, email)
      );
      CREATE INDEX classroom_invitation_expiry ON identity.classroom_invitation (expires_at);

      CREATE TABLE identity.assignment (
        id uuid PRIMARY KEY,
        classroom_id uuid CONSTRAINT assignment_classroom_id_fkey
          REFERENCES identity.classroom (id) ON DELETE CASCADE,
        course_id uuid CONSTRAINT assignment_course_id_fkey REFERENCES identity.course (id) ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT assignment_kind_check CHECK (kind IN ('take_study', 'alternative')),
        title text NOT NULL,
        instructions text NOT NULL,
        study_id uuid,
        minutes integer,
        opens_at timestamptz,
        due_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT assignment_place_check CHECK ((classroom_id IS NULL) <> (course_id IS NULL)),
        CONSTRAINT assignment_minutes_check CHECK ((kind = 'alternative') = (minutes IS NOT NULL)),
        CONSTRAINT assignment_study_check CHECK (study_id IS NULL OR kind = 'take_study'),
        CONSTRAINT assignment_dates_check CHECK (due_at > opens_at)
      );
      CREATE INDEX assignment_classroom ON identity.assignment (classroom_id);
      CREATE INDEX assignment_course ON identity.assignment (course_id);

      -- A student is a keyed hash, so that neither a reader nor a copy of the table has a name beside a text.
      CREATE TABLE identity.submission (
        id uuid PRIMARY KEY,
        assignment_id uuid NOT NULL CONSTRAINT submission_assignment_id_fkey REFERENCES identity.assignment (id),
        classroom_id uuid NOT NULL CONSTRAINT submission_classroom_id_fkey
          REFERENCES identity.classroom (id) ON DELETE CASCADE,
        student_key bytea NOT NULL,
        number text NOT NULL,
        state text NOT NULL
          CONSTRAINT submission_state_check CHECK (state IN ('submitted', 'accepted', 'sent_back')),
        text text,
        pdf bytea,
        words text,
        day date NOT NULL,
        credit text NOT NULL DEFAULT 'none'
          CONSTRAINT submission_credit_check CHECK (credit IN ('none', 'due', 'granted')),
        CONSTRAINT submission_once UNIQUE (assignment_id, student_key),
        CONSTRAINT submission_number UNIQUE (classroom_id, number),
        CONSTRAINT submission_content_check CHECK ((text IS NULL) <> (pdf IS NULL)),
        CONSTRAINT submission_credit_accepted CHECK (credit = 'none' OR state = 'accepted')
      );
      CREATE INDEX submission_student ON identity.submission (student_key);
      CREATE INDEX submission_due ON identity.submission (id) WHERE credit = 'due';

      GRANT SELECT, INSERT, UPDATE ON identity.course TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.classroom, identity.classroom_member,
        identity.classroom_invitation, identity.assignment, identity.submission TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.submission, identity.assignment, identity.classroom_invitation, identity.classroom_member,
        identity.classroom, identity.course;
    `);
  }
}
