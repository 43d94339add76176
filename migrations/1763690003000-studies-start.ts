import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Studies and their versioned consent documents. */
export class StudiesStart1763690003000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.study (
        id uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        title text NOT NULL,
        description text NOT NULL,
        duration_minutes integer NOT NULL,
        maximum_minutes integer NOT NULL,
        reward_amount integer,
        reward_currency text,
        privacy_level text NOT NULL CHECK (privacy_level IN ('anonymous', 'roster_on_completion', 'roster_on_start')),
        additional_notes text,
        requirements jsonb NOT NULL DEFAULT '[]',
        eligibility jsonb NOT NULL DEFAULT '[]',
        runtime jsonb,
        allow_repeats boolean NOT NULL DEFAULT false,
        state text NOT NULL CHECK (state IN ('draft', 'ready', 'archived')),
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT study_reward_has_currency CHECK ((reward_amount IS NULL) = (reward_currency IS NULL))
      );
      CREATE INDEX study_owner ON research.study (owner_id, created_at);

      CREATE TABLE research.consent (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id),
        version integer NOT NULL,
        state text NOT NULL CHECK (state IN ('draft', 'valid', 'deprecated', 'invalid')),
        title text NOT NULL,
        kind text NOT NULL CHECK (kind IN ('markdown', 'pdf')),
        body_markdown text,
        sha256 text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX consent_version ON research.consent (study_id, version);
      CREATE UNIQUE INDEX consent_one_valid ON research.consent (study_id) WHERE state = 'valid';
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.study, research.consent TO commonlab_app;
      GRANT SELECT ON research.study, research.consent TO commonlab_link, commonlab_export;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE research.consent, research.study;`);
  }
}
