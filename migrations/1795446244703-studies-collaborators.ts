import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Editors and viewers of studies, and invitations to become one (docs/decisions/collaborators.md). */
export class StudiesCollaborators1795446244703 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.study_collaborator (
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        study_id uuid NOT NULL,
        role text NOT NULL,
        since timestamptz NOT NULL,
        CONSTRAINT study_collaborator_pkey PRIMARY KEY (account_id, study_id),
        CONSTRAINT study_collaborator_role_check CHECK (role IN ('editor', 'viewer'))
      );
      CREATE INDEX study_collaborator_study ON identity.study_collaborator (study_id);
      CREATE TABLE identity.study_invitation (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL,
        email text NOT NULL,
        role text NOT NULL,
        key_hash bytea NOT NULL,
        invited_by uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT study_invitation_role_check CHECK (role IN ('editor', 'viewer'))
      );
      CREATE UNIQUE INDEX study_invitation_key ON identity.study_invitation (key_hash);
      CREATE UNIQUE INDEX study_invitation_address ON identity.study_invitation (study_id, email);
      CREATE INDEX study_invitation_inviter ON identity.study_invitation (invited_by);
      CREATE INDEX study_invitation_expiry ON identity.study_invitation (expires_at);
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.study_collaborator, identity.study_invitation
        TO commonlab_app;
      GRANT SELECT ON identity.study_collaborator TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.study_invitation, identity.study_collaborator;`);
  }
}
