import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Invitation codes and researcher reviews: every decision stores who, when and why (docs/domain.md,
 * 1).
 */
export class ResearchersReviews1763690002000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.invitation (
        id uuid PRIMARY KEY,
        code_hash bytea NOT NULL,
        max_uses integer,
        uses integer NOT NULL DEFAULT 0,
        expires_at timestamptz,
        created_by uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT invitation_not_overspent CHECK (max_uses IS NULL OR uses <= max_uses)
      );
      CREATE UNIQUE INDEX invitation_code ON identity.invitation (code_hash);

      CREATE TABLE identity.review (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        state text NOT NULL CHECK (state IN ('pending', 'approved', 'rejected', 'superseded')),
        organization text NOT NULL,
        organization_ror_id text,
        interests text,
        requested_at timestamptz NOT NULL DEFAULT now(),
        decided_at timestamptz,
        decided_by uuid,
        reason text
      );
      CREATE UNIQUE INDEX review_one_pending ON identity.review (account_id) WHERE state = 'pending';
      CREATE INDEX review_queue ON identity.review (state, requested_at);
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.invitation, identity.review TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.review, identity.invitation;`);
  }
}
