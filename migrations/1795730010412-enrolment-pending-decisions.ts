import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Decisions that a researcher made from the list of an anonymous session, and that the state of the
 * participation does not allow at this moment: the list shows them at once, and the day (UTC) after applies
 * or drops them (docs/decisions/participant-decisions.md).
 */
export class EnrolmentPendingDecisions1795730010412 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.pending_decision (
        participation_id uuid NOT NULL,
        session_id uuid NOT NULL,
        action text NOT NULL,
        to_state text NOT NULL,
        reason text,
        category text,
        decided_at timestamptz NOT NULL,
        judged_on date NOT NULL,
        CONSTRAINT pending_decision_pkey PRIMARY KEY (participation_id),
        CONSTRAINT pending_decision_participation_id_fkey FOREIGN KEY (participation_id)
          REFERENCES research.participation (id) ON DELETE CASCADE,
        CONSTRAINT pending_decision_session_id_fkey FOREIGN KEY (session_id)
          REFERENCES research.session (id) ON DELETE CASCADE
      );
      CREATE INDEX pending_decision_session ON research.pending_decision (session_id);
      CREATE INDEX pending_decision_judged_on ON research.pending_decision (judged_on);
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.pending_decision TO commonlab_app;
      -- Rosters are read under this role.
      GRANT SELECT (participation_id, session_id, to_state, decided_at)
        ON research.pending_decision TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE research.pending_decision');
  }
}
