import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Schemas, the outbox, processed events, mails, rate limits. The group roles exist already
 * (server/platform/db/roles.ts): this migration only grants to them.
 */
export class PlatformStart1763690000000 implements MigrationInterface {
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
      );
      CREATE INDEX outbox_waiting ON platform.outbox (at) WHERE relayed_at IS NULL;
      CREATE INDEX outbox_relayed ON platform.outbox (relayed_at);

      CREATE TABLE platform.done (
        event_id uuid NOT NULL REFERENCES platform.outbox (id) ON DELETE CASCADE,
        consumer text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (event_id, consumer)
      );

      CREATE TABLE platform.mail (
        key text PRIMARY KEY,
        template text NOT NULL,
        -- Null for mails about a participation: beside the event's id an account would be a second link table (docs/domain.md, 4).
        account_id uuid,
        message_id text NOT NULL,
        state text NOT NULL CHECK (state IN ('claimed', 'sent', 'dropped')),
        claimed_at timestamptz NOT NULL DEFAULT now(),
        sent_at timestamptz
      );

      CREATE TABLE platform.attempt (
        key bytea PRIMARY KEY,
        count integer NOT NULL,
        window_ends_at timestamptz NOT NULL,
        blocked_until timestamptz
      );
      CREATE INDEX attempt_window ON platform.attempt (window_ends_at);

      CREATE TABLE platform.object (
        sha256 text PRIMARY KEY,
        size bigint NOT NULL,
        type text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON platform.outbox, platform.done, platform.mail, platform.attempt, platform.object TO commonlab_app;
      GRANT SELECT, INSERT ON platform.outbox, platform.done TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      `DROP SCHEMA platform CASCADE; DROP SCHEMA identity CASCADE; DROP SCHEMA research CASCADE;`,
    );
  }
}
