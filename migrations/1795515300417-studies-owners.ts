import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Studies that are offered to another owner, and who owned them before (docs/decisions/collaborators.md). */
export class StudiesOwners1795515300417 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.study_former_owner (
        study_id uuid NOT NULL REFERENCES research.study (id),
        until timestamptz NOT NULL,
        account_id uuid NOT NULL,
        CONSTRAINT study_former_owner_pkey PRIMARY KEY (study_id, until)
      );
      CREATE INDEX study_former_owner_account ON research.study_former_owner (account_id);
      CREATE TABLE identity.study_offer (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL,
        offered_by uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        account_id uuid REFERENCES identity.account (id) ON DELETE CASCADE,
        email text,
        key_hash bytea,
        stays boolean NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT study_offer_to_check CHECK (
          (account_id IS NULL) <> (email IS NULL) AND (email IS NULL) = (key_hash IS NULL))
      );
      CREATE UNIQUE INDEX study_offer_study ON identity.study_offer (study_id);
      CREATE UNIQUE INDEX study_offer_key ON identity.study_offer (key_hash);
      CREATE INDEX study_offer_offerer ON identity.study_offer (offered_by);
      CREATE INDEX study_offer_account ON identity.study_offer (account_id);
      CREATE INDEX study_offer_expiry ON identity.study_offer (expires_at);
      GRANT SELECT, INSERT ON research.study_former_owner TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.study_offer TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE identity.study_offer, research.study_former_owner;`);
  }
}
