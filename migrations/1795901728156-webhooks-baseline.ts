import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/webhooks as they were at the first release. */
export class WebhooksBaseline1795901728156 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.webhook (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        url text NOT NULL,
        kinds text[] NOT NULL,
        study_id uuid REFERENCES research.study (id),
        state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'disabled')),
        secret bytea NOT NULL,
        former_secret bytea,
        former_secret_until timestamptz,
        failing_since timestamptz,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX webhook_account ON identity.webhook (account_id);

      CREATE TABLE identity.webhook_message (
        id uuid PRIMARY KEY,
        webhook_id uuid NOT NULL REFERENCES identity.webhook (id) ON DELETE CASCADE,
        kind text NOT NULL,
        study_id uuid,
        body text NOT NULL,
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
        due_at timestamptz NOT NULL,
        try_until timestamptz NOT NULL,
        tries integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX webhook_message_due ON identity.webhook_message (webhook_id, due_at)
        WHERE state = 'waiting';
      CREATE INDEX webhook_message_log ON identity.webhook_message (webhook_id, created_at, id);
      CREATE INDEX webhook_message_age ON identity.webhook_message (created_at);

      CREATE TABLE identity.webhook_attempt (
        id uuid PRIMARY KEY,
        message_id uuid NOT NULL REFERENCES identity.webhook_message (id) ON DELETE CASCADE,
        at timestamptz NOT NULL,
        status integer,
        problem text,
        answer text NOT NULL,
        duration_ms integer NOT NULL
      );
      CREATE INDEX webhook_attempt_message ON identity.webhook_attempt (message_id, at);

      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.webhook, identity.webhook_message TO commonlab_app;
      GRANT SELECT, INSERT, DELETE ON identity.webhook_attempt TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.webhook_attempt, identity.webhook_message, identity.webhook CASCADE;
    `);
  }
}
