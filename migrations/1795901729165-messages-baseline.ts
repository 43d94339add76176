import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/messages as they were at the first release. */
export class MessagesBaseline1795901729165 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.message (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL,
        participation_id uuid NOT NULL,
        position integer NOT NULL,
        sender text NOT NULL CHECK (sender IN ('participant', 'researcher')),
        text bytea NOT NULL,
        sent_at timestamptz NOT NULL,
        write_key text,
        removed boolean NOT NULL DEFAULT false
      );
      CREATE UNIQUE INDEX message_order ON research.message (session_id, participation_id, "position");
      CREATE UNIQUE INDEX message_once ON research.message (participation_id, write_key);

      CREATE TABLE research.conversation (
        session_id uuid NOT NULL,
        participation_id uuid NOT NULL,
        last integer NOT NULL,
        last_at timestamptz NOT NULL,
        by_participant integer NOT NULL DEFAULT 0,
        by_researcher integer NOT NULL DEFAULT 0,
        participant_read integer NOT NULL DEFAULT 0,
        researcher_read integer NOT NULL DEFAULT 0,
        participant_told integer NOT NULL DEFAULT 0,
        researcher_told integer NOT NULL DEFAULT 0,
        PRIMARY KEY (session_id, participation_id)
      );
      CREATE INDEX conversation_participation ON research.conversation (participation_id);
      CREATE INDEX conversation_unread ON research.conversation (session_id)
        WHERE by_participant > researcher_read;

      CREATE TABLE research.message_report (
        id uuid PRIMARY KEY,
        message_id uuid NOT NULL REFERENCES research.message (id) ON DELETE CASCADE,
        reported_by text NOT NULL,
        reason bytea NOT NULL,
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'dismissed', 'removed')),
        reported_on date NOT NULL,
        CONSTRAINT message_report_by_check CHECK (reported_by IN ('participant', 'researcher'))
      );
      CREATE UNIQUE INDEX message_report_once ON research.message_report (message_id);
      CREATE INDEX message_report_list ON research.message_report (state, reported_on, id);

      CREATE TABLE research.broadcast (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL,
        text bytea NOT NULL,
        states text[] NOT NULL,
        sent_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        after uuid NOT NULL,
        sent integer NOT NULL DEFAULT 0,
        done boolean NOT NULL DEFAULT false,
        write_key text
      );
      CREATE UNIQUE INDEX broadcast_once ON research.broadcast (session_id, write_key);
      CREATE INDEX broadcast_list ON research.broadcast (session_id, sent_at, id);
      CREATE INDEX broadcast_waiting ON research.broadcast (id) WHERE NOT done;
      CREATE INDEX broadcast_expiry ON research.broadcast (expires_at);

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON research.message, research.conversation, research.message_report, research.broadcast
        TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.broadcast, research.message_report, research.conversation, research.message
        CASCADE;
    `);
  }
}
