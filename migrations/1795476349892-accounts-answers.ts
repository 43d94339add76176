import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The other questions of docs/domain.md, 5. The application's role writes them and reads none of them:
 * its right to read is granted column by column (docs/decisions/counts-of-people.md).
 */
export class AccountsAnswers1795476349892 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE identity.demographics
        ADD country text,
        ADD languages text[],
        ADD sex text,
        ADD gender text,
        ADD handedness text,
        ADD sight text[],
        ADD hearing text[],
        ADD devices text[],
        ADD CONSTRAINT demographics_country CHECK (country ~ '^[A-Z]{2}$'),
        ADD CONSTRAINT demographics_several CHECK (
          cardinality(languages) BETWEEN 1 AND 20 AND cardinality(sight) BETWEEN 1 AND 20
          AND cardinality(hearing) BETWEEN 1 AND 20 AND cardinality(devices) BETWEEN 1 AND 20);

      CREATE OR REPLACE VIEW identity.participant_profile WITH (security_invoker = true) AS
        SELECT a.id, d.date_of_birth, d.education_level, d.country, d.languages, d.sex, d.gender,
          d.handedness, d.sight, d.hearing, d.devices
        FROM identity.account a LEFT JOIN identity.demographics d ON d.account_id = a.id
        WHERE a.status = 'ACTIVE' AND a.disabled_at IS NULL AND a.deletion_at IS NULL
          AND NOT a.is_researcher;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW identity.participant_profile;
      CREATE VIEW identity.participant_profile WITH (security_invoker = true) AS
        SELECT a.id, d.date_of_birth, d.education_level
        FROM identity.account a LEFT JOIN identity.demographics d ON d.account_id = a.id
        WHERE a.status = 'ACTIVE' AND a.disabled_at IS NULL AND a.deletion_at IS NULL
          AND NOT a.is_researcher;
      GRANT SELECT ON identity.participant_profile TO commonlab_link;
      ALTER TABLE identity.demographics
        DROP country, DROP languages, DROP sex, DROP gender, DROP handedness, DROP sight,
        DROP hearing, DROP devices;
    `);
  }
}
