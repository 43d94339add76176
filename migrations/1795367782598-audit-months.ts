import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit log in one partition a month, so that `npm run audit:cut` drops what is past its
 * retention in one piece (docs/decisions/audit-log.md).
 *
 * Locks: both tables are locked against reads and writes for the whole migration, since their rows
 * are copied and each must be copied once. Duration for 10^6 records with their seals, 0.5 GB, on
 * two cores: 20 to 60 seconds up and 8 to 20 down, by how busy they are; it grows in proportion.
 * Meanwhile it needs the space of both tables a second time. The bytes of the records stay as they
 * are, so their seals stay valid.
 */
export class AuditMonths1795367782598 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      LOCK TABLE platform.audit, platform.audit_seal IN ACCESS EXCLUSIVE MODE;

      ALTER TABLE platform.audit RENAME TO audit_whole;
      ALTER TABLE platform.audit_whole RENAME CONSTRAINT audit_pkey TO audit_whole_pkey;
      DROP INDEX platform.audit_at, platform.audit_actor, platform.audit_subject;
      CREATE TABLE platform.audit (
        id uuid NOT NULL,
        at timestamptz NOT NULL,
        action text NOT NULL,
        actor_id uuid,
        subject_id uuid,
        details jsonb NOT NULL,
        request_id text
      ) PARTITION BY RANGE (at);
      -- An insert never fails because a month is missing: its row goes here, and to its month when that is made.
      CREATE TABLE platform.audit_default PARTITION OF platform.audit DEFAULT;

      -- The partition of the month in which the given time lies (UTC).
      CREATE FUNCTION platform.make_audit_month(within timestamptz) RETURNS boolean
      LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
      DECLARE
        first timestamptz := date_trunc('month', within);
        past timestamptz := date_trunc('month', within) + interval '1 month';
        month text := format('audit_%s', to_char(within, 'YYYY_MM'));
      BEGIN
        IF EXISTS (SELECT FROM pg_class WHERE relname = month AND relnamespace = 'platform'::regnamespace) THEN
          RETURN false;
        END IF;
        -- Of workers that come at the same moment, the second finds the month. to_regclass would answer
        -- from a cache that waiting for an advisory lock does not refresh.
        PERFORM pg_advisory_xact_lock(x'4155444D'::int);
        IF EXISTS (SELECT FROM pg_class WHERE relname = month AND relnamespace = 'platform'::regnamespace) THEN
          RETURN false;
        END IF;
        -- Attached when it is filled: CREATE TABLE … PARTITION OF would lock out every writer of the log.
        EXECUTE format('CREATE TABLE platform.%I (LIKE platform.audit INCLUDING ALL)', month);
        LOCK TABLE platform.audit_default IN ACCESS EXCLUSIVE MODE;
        EXECUTE format(
          'WITH late AS (DELETE FROM platform.audit_default WHERE at >= %L AND at < %L RETURNING *)
           INSERT INTO platform.%I SELECT * FROM late', first, past, month);
        EXECUTE format('ALTER TABLE platform.audit ATTACH PARTITION platform.%I FOR VALUES FROM (%L) TO (%L)',
          month, first, past);
        RETURN true;
      END $$;

      -- This month and the next two, as the owner: the server's role creates no tables. It has no
      -- parameter, so a caller chooses neither a name nor a time.
      CREATE FUNCTION platform.make_audit_months() RETURNS integer
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
      DECLARE
        made integer := 0;
      BEGIN
        FOR ahead IN 0..2 LOOP
          IF platform.make_audit_month(date_trunc('month', now()) + make_interval(months => ahead)) THEN
            made := made + 1;
          END IF;
        END LOOP;
        RETURN made;
      END $$;
      REVOKE EXECUTE ON FUNCTION platform.make_audit_month(timestamptz), platform.make_audit_months() FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION platform.make_audit_months() TO commonlab_app; -- the role of the jobs

      SELECT platform.make_audit_month(month) FROM (
        SELECT DISTINCT date_trunc('month', at, 'UTC') AS month FROM platform.audit_whole WHERE isfinite(at)) m;
      SELECT platform.make_audit_months();
      INSERT INTO platform.audit (id, at, action, actor_id, subject_id, details, request_id)
        SELECT id, at, action, actor_id, subject_id, details, request_id FROM platform.audit_whole;
      -- After the rows: an index is built faster than it is filled.
      ALTER TABLE platform.audit ADD CONSTRAINT audit_pkey PRIMARY KEY (id, at);
      CREATE INDEX audit_at ON platform.audit (at, id);
      CREATE INDEX audit_action ON platform.audit (action, at, id);
      CREATE INDEX audit_actor ON platform.audit (actor_id, at);
      CREATE INDEX audit_subject ON platform.audit (subject_id, at);
      GRANT SELECT, INSERT ON platform.audit TO commonlab_app;
      GRANT INSERT ON platform.audit TO commonlab_link;

      -- A seal says the time of its record, by which a join finds the month. The seals stay in one
      -- table, which keeps their positions unique.
      ALTER TABLE platform.audit_seal RENAME TO audit_seal_whole;
      ALTER TABLE platform.audit_seal_whole RENAME CONSTRAINT audit_seal_pkey TO audit_seal_whole_pkey;
      DROP INDEX platform.audit_seal_record;
      CREATE TABLE platform.audit_seal (
        sequence bigint NOT NULL,
        audit_id uuid NOT NULL,
        at timestamptz NOT NULL,
        seal bytea NOT NULL
      );
      INSERT INTO platform.audit_seal (sequence, audit_id, at, seal)
        SELECT s.sequence, s.audit_id, coalesce(a.at, 'epoch'), s.seal
        FROM platform.audit_seal_whole s LEFT JOIN platform.audit_whole a ON a.id = s.audit_id
        ORDER BY s.sequence;
      ALTER TABLE platform.audit_seal ADD CONSTRAINT audit_seal_pkey PRIMARY KEY (sequence);
      CREATE UNIQUE INDEX audit_seal_record ON platform.audit_seal (audit_id);
      GRANT SELECT, INSERT ON platform.audit_seal TO commonlab_app;
      DROP TABLE platform.audit_whole, platform.audit_seal_whole;
      ANALYZE platform.audit, platform.audit_seal;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      LOCK TABLE platform.audit, platform.audit_seal IN ACCESS EXCLUSIVE MODE;
      ALTER TABLE platform.audit RENAME TO audit_in_months;
      ALTER TABLE platform.audit_in_months RENAME CONSTRAINT audit_pkey TO audit_in_months_pkey;
      DROP INDEX platform.audit_at, platform.audit_action, platform.audit_actor, platform.audit_subject;
      CREATE TABLE platform.audit (
        id uuid NOT NULL,
        at timestamptz NOT NULL,
        action text NOT NULL,
        actor_id uuid,
        subject_id uuid,
        details jsonb NOT NULL,
        request_id text
      );
      INSERT INTO platform.audit (id, at, action, actor_id, subject_id, details, request_id)
        SELECT id, at, action, actor_id, subject_id, details, request_id FROM platform.audit_in_months;
      ALTER TABLE platform.audit ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
      CREATE INDEX audit_at ON platform.audit (at, id);
      CREATE INDEX audit_actor ON platform.audit (actor_id, at);
      CREATE INDEX audit_subject ON platform.audit (subject_id, at);
      GRANT SELECT, INSERT ON platform.audit TO commonlab_app;
      GRANT INSERT ON platform.audit TO commonlab_link;
      DROP FUNCTION platform.make_audit_months();
      DROP FUNCTION platform.make_audit_month(timestamptz);
      DROP TABLE platform.audit_in_months;
      ALTER TABLE platform.audit_seal DROP COLUMN at;
    `);
  }
}
