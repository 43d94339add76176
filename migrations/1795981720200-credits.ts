import type { MigrationInterface, QueryRunner } from 'typeorm';

const byOwner = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp';

/**
 * Creates the tables of credits for taking part in studies and for alternative assignments, and
 * their accounts in the ledger. Also creates views of the roles in classrooms, by which the server
 * decides who may not see the name of a student.
 */
export class Credits1795981720200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE ledger.account DROP CONSTRAINT account_kind_check, ADD CONSTRAINT account_kind_check
        CHECK (kind IN ('wallet', 'hold', 'payable', 'gift_codes', 'credit', 'fees', 'clearing', 'outside'));

      CREATE TABLE research.participation_credit (
        participation_id uuid PRIMARY KEY CONSTRAINT participation_credit_participation_id_fkey
          REFERENCES research.participation (id),
        session_id uuid NOT NULL CONSTRAINT participation_credit_session_id_fkey REFERENCES research.session (id),
        quarters smallint NOT NULL CONSTRAINT participation_credit_quarters_check CHECK (quarters > 0),
        day date NOT NULL,
        state text NOT NULL
          CONSTRAINT participation_credit_state_check CHECK (state IN ('due', 'granting', 'granted'))
      );
      CREATE INDEX participation_credit_session ON research.participation_credit (session_id);
      CREATE INDEX participation_credit_to_grant ON research.participation_credit (day) WHERE state <> 'granted';
      GRANT SELECT ON research.participation_credit TO commonlab_app, commonlab_link;
      GRANT UPDATE (state) ON research.participation_credit TO commonlab_app;

      -- A credit names no account and no day: both would lead from a copy of the table to a participation.
      CREATE TABLE identity.credit (
        id uuid PRIMARY KEY,
        source_key bytea NOT NULL CONSTRAINT credit_source UNIQUE,
        source text NOT NULL CONSTRAINT credit_source_check CHECK (source IN ('study', 'alternative')),
        student_key bytea NOT NULL,
        quarters smallint NOT NULL CONSTRAINT credit_quarters_check CHECK (quarters > 0),
        course_id uuid CONSTRAINT credit_course_id_fkey REFERENCES identity.course (id),
        withheld boolean NOT NULL DEFAULT false,
        moves integer NOT NULL DEFAULT 0,
        CONSTRAINT credit_withheld_check CHECK (course_id IS NOT NULL OR NOT withheld)
      );
      CREATE INDEX credit_student ON identity.credit (student_key);
      CREATE INDEX credit_course ON identity.credit (course_id);
      CREATE TABLE identity.credit_account (
        student_key bytea NOT NULL,
        course_id uuid NOT NULL CONSTRAINT credit_account_course_id_fkey REFERENCES identity.course (id),
        withheld boolean NOT NULL,
        account_id uuid NOT NULL CONSTRAINT credit_account_ledger UNIQUE
          CONSTRAINT credit_account_account_id_fkey REFERENCES ledger.account (id),
        PRIMARY KEY (student_key, course_id, withheld)
      );
      CREATE INDEX credit_account_course ON identity.credit_account (course_id);
      GRANT SELECT, INSERT, DELETE ON identity.credit, identity.credit_account TO commonlab_app;
      GRANT UPDATE (course_id, withheld, moves) ON identity.credit TO commonlab_app;

      -- The quarters of an hour that have begun, at least one (contracts/teaching/credit.rule.ts says the same).
      CREATE FUNCTION research.credit_quarters(minutes numeric) RETURNS integer
        LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
        SELECT greatest(1, ceil(minutes / 15))::integer
      $$;
      REVOKE ALL ON FUNCTION research.credit_quarters(numeric) FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION research.credit_quarters(numeric) TO commonlab_app;

      -- Who is approved is due the stated time; who leaves after the start, the time spent, at most the stated one. A
      -- cancellation takes back only what no job has begun to grant. Triggers run as the owner, and nobody may execute them.
      CREATE FUNCTION research.credit_follows() RETURNS trigger ${byOwner} AS $$
      BEGIN
        IF NEW.state = 'nullified' THEN
          DELETE FROM research.participation_credit WHERE participation_id = NEW.id AND state = 'due';
        ELSE
          INSERT INTO research.participation_credit (participation_id, session_id, quarters, day, state)
            SELECT NEW.id, NEW.session_id, CASE WHEN NEW.state = 'approved' THEN stated.quarters
                ELSE least(stated.quarters, research.credit_quarters(extract(epoch FROM NEW.updated_at - NEW.started_at) / 60))
              END, (NEW.updated_at AT TIME ZONE 'UTC')::date, 'due'
            FROM research.session s, LATERAL (SELECT research.credit_quarters(
              coalesce((s.snapshot ->> 'duration_minutes')::numeric, 1)) AS quarters) stated
            WHERE s.id = NEW.session_id AND s.audience <> 'panel' AND (s.snapshot ->> 'offers_credit')::boolean
          ON CONFLICT (participation_id) DO NOTHING;
        END IF;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION research.credit_follows() FROM PUBLIC;
      CREATE TRIGGER credit_follows AFTER UPDATE OF state ON research.participation
        FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state AND (NEW.state = 'approved'
          OR OLD.state = 'approved' AND NEW.state = 'nullified'
          OR OLD.state = 'started' AND NEW.state IN ('withdrawn', 'screened_out')))
        EXECUTE FUNCTION research.credit_follows();

      -- Who was a member, or had another role: a name stays withheld until the classroom is archived, also from an instructor
      -- who leaves, and of a student who is removed.
      CREATE TABLE identity.former_member (
        id uuid PRIMARY KEY,
        classroom_id uuid NOT NULL CONSTRAINT former_member_classroom_id_fkey
          REFERENCES identity.classroom (id) ON DELETE CASCADE,
        account_id uuid NOT NULL CONSTRAINT former_member_account_id_fkey
          REFERENCES identity.account (id) ON DELETE CASCADE,
        role text NOT NULL
          CONSTRAINT former_member_role_check CHECK (role IN ('instructor', 'assistant', 'student')),
        CONSTRAINT former_member_once UNIQUE (classroom_id, account_id, role)
      );
      CREATE INDEX former_member_account ON identity.former_member (account_id);
      GRANT SELECT, DELETE ON identity.former_member TO commonlab_app;

      CREATE FUNCTION identity.note_former_member() RETURNS trigger ${byOwner} AS $$
      BEGIN
        -- Not where the account or the classroom itself is being deleted, or the classroom is archived.
        INSERT INTO identity.former_member (id, classroom_id, account_id, role)
          SELECT gen_random_uuid(), c.id, a.id, OLD.role FROM identity.classroom c, identity.account a
          WHERE c.id = OLD.classroom_id AND c.state <> 'archived' AND a.id = OLD.account_id
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION identity.note_former_member() FROM PUBLIC;
      CREATE TRIGGER member_left AFTER DELETE ON identity.classroom_member
        FOR EACH ROW EXECUTE FUNCTION identity.note_former_member();
      CREATE TRIGGER member_changed AFTER UPDATE OF role ON identity.classroom_member
        FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION identity.note_former_member();

      GRANT SELECT (classroom_id, account_id, role) ON identity.classroom_member, identity.former_member TO commonlab_link;
      GRANT SELECT (id, state) ON identity.classroom TO commonlab_link;
      CREATE VIEW identity.class_role WITH (security_invoker = true) AS
        SELECT c.id AS classroom_id, m.account_id, m.role FROM identity.classroom c
          JOIN identity.classroom_member m ON m.classroom_id = c.id WHERE c.state <> 'archived'
        UNION
        SELECT c.id, f.account_id, f.role FROM identity.classroom c
          JOIN identity.former_member f ON f.classroom_id = c.id WHERE c.state <> 'archived';
      GRANT SELECT ON identity.class_role TO commonlab_app, commonlab_link;
      CREATE OR REPLACE VIEW identity.reader_by_day WITH (security_invoker = true) AS
        SELECT staff.account_id FROM identity.class_role staff
        WHERE staff.role <> 'student' AND EXISTS (SELECT FROM identity.class_role student
          WHERE student.classroom_id = staff.classroom_id AND student.role = 'student');
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE OR REPLACE VIEW identity.reader_by_day WITH (security_invoker = true) AS
        SELECT NULL::uuid AS account_id WHERE false;
      DROP VIEW identity.class_role;
      DROP TRIGGER member_changed ON identity.classroom_member;
      DROP TRIGGER member_left ON identity.classroom_member;
      DROP TABLE identity.former_member;
      DROP FUNCTION identity.note_former_member();
      REVOKE SELECT (classroom_id, account_id, role) ON identity.classroom_member FROM commonlab_link;
      REVOKE SELECT (id, state) ON identity.classroom FROM commonlab_link;
      DROP TRIGGER credit_follows ON research.participation;
      DROP FUNCTION research.credit_follows(), research.credit_quarters(numeric);
      DROP TABLE identity.credit_account, identity.credit, research.participation_credit;
      ALTER TABLE ledger.account DROP CONSTRAINT account_kind_check, ADD CONSTRAINT account_kind_check
        CHECK (kind IN ('wallet', 'hold', 'payable', 'gift_codes', 'fees', 'clearing', 'outside'));
    `);
  }
}
