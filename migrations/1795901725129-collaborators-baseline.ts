import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/collaborators as they were at the first release. */
export class CollaboratorsBaseline1795901725129 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.study_invitation (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id),
        email text NOT NULL,
        role text NOT NULL CHECK (role IN ('editor', 'analyst', 'viewer')),
        key_hash bytea NOT NULL,
        invited_by uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX study_invitation_key ON identity.study_invitation (key_hash);
      CREATE UNIQUE INDEX study_invitation_address ON identity.study_invitation (study_id, email);
      CREATE INDEX study_invitation_inviter ON identity.study_invitation (invited_by);
      CREATE INDEX study_invitation_expiry ON identity.study_invitation (expires_at);

      CREATE TABLE identity.study_offer (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id),
        offered_by uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        account_id uuid REFERENCES identity.account (id) ON DELETE CASCADE,
        email text,
        key_hash bytea,
        stays boolean NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT study_offer_to_check CHECK ((account_id IS NULL) <> (email IS NULL)
          AND (email IS NULL) = (key_hash IS NULL))
      );
      CREATE UNIQUE INDEX study_offer_study ON identity.study_offer (study_id);
      CREATE UNIQUE INDEX study_offer_key ON identity.study_offer (key_hash);
      CREATE INDEX study_offer_offerer ON identity.study_offer (offered_by);
      CREATE INDEX study_offer_account ON identity.study_offer (account_id);
      CREATE INDEX study_offer_expiry ON identity.study_offer (expires_at);

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON identity.study_invitation, identity.study_offer TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.study_offer, identity.study_invitation CASCADE;
    `);
  }
}
