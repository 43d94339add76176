import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the schemas, the outbox, the audit log, and what every program uses. The group roles
 * exist already (server/platform/db/roles.ts); the baselines only grant privileges to them.
 */
export class PlatformBaseline1795901713021 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE SCHEMA platform;
      CREATE SCHEMA identity;
      CREATE SCHEMA research;
      GRANT USAGE ON SCHEMA platform, identity, research TO commonlab_app, commonlab_link;
      GRANT USAGE ON SCHEMA research TO commonlab_export;

      CREATE TABLE platform.outbox (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        data jsonb NOT NULL,
        request_id text,
        at timestamptz NOT NULL DEFAULT now(),
        relayed_at timestamptz
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
      CREATE INDEX outbox_waiting ON platform.outbox (at) WHERE relayed_at IS NULL;
      CREATE INDEX outbox_relayed ON platform.outbox (relayed_at);

      CREATE TABLE platform.processed_event (
        event_id uuid NOT NULL,
        consumer text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (event_id, consumer)
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

      CREATE TABLE platform.rate_limit_counter (
        key bytea PRIMARY KEY,
        count integer NOT NULL,
        window_ends_at timestamptz NOT NULL,
        blocked_until timestamptz
      ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
      CREATE INDEX rate_limit_counter_window ON platform.rate_limit_counter (window_ends_at);

      CREATE TABLE platform.stored_file (
        sha256 text PRIMARY KEY,
        size bigint NOT NULL,
        type text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        touched_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX stored_file_touched ON platform.stored_file (touched_at);

      -- Records are only appended, which the grants ensure. They contain ids and codes, no names.
      CREATE TABLE platform.audit (
        id uuid NOT NULL,
        at timestamptz NOT NULL,
        action text NOT NULL,
        actor_id uuid,
        subject_id uuid,
        details jsonb NOT NULL,
        request_id text,
        PRIMARY KEY (id, at)
      ) PARTITION BY RANGE (at);
      -- An insert never fails because a month is missing: its row goes here, and to its month when that exists.
      CREATE TABLE platform.audit_default PARTITION OF platform.audit DEFAULT;
      CREATE INDEX audit_at ON platform.audit (at, id);
      CREATE INDEX audit_action ON platform.audit (action, at, id);
      CREATE INDEX audit_actor ON platform.audit (actor_id, at);
      CREATE INDEX audit_subject ON platform.audit (subject_id, at);
      ALTER TABLE platform.audit ADD CONSTRAINT audit_at_finite CHECK (isfinite(at)) NOT VALID;

      CREATE TABLE platform.secret_version (
        version integer PRIMARY KEY,
        mark bytea NOT NULL
      );

      -- Creates the partition of the month (UTC) that contains the given time.
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
        -- Of two workers at the same moment, the second finds the month here. to_regclass would answer
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
      REVOKE EXECUTE ON FUNCTION platform.make_audit_month(timestamptz) FROM PUBLIC;

      -- Creates this month's partition and the next two, as the owner: the server's role creates no tables.
      -- It has no parameter, so a caller chooses neither a name nor a time.
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
      REVOKE EXECUTE ON FUNCTION platform.make_audit_months() FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION platform.make_audit_months() TO commonlab_app;

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON platform.outbox, platform.processed_event, platform.rate_limit_counter, platform.stored_file
        TO commonlab_app;
      GRANT SELECT, INSERT ON platform.outbox, platform.processed_event TO commonlab_link;
      GRANT SELECT, INSERT ON platform.audit, platform.secret_version TO commonlab_app;
      GRANT INSERT ON platform.audit TO commonlab_link;

      SELECT platform.make_audit_months();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP SCHEMA platform, identity, research CASCADE;
    `);
  }
}
