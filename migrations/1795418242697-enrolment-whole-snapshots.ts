import type { MigrationInterface, QueryRunner } from 'typeorm';

const recruitment = (added: string) => `
  CREATE OR REPLACE VIEW research.recruitment WITH (security_invoker = true) AS
    SELECT s.id, s.study_id, s.state, s.audience, s.privacy_level, s.reward_amount, s.reward_currency,
      s.consent_id, s.snapshot, s.version, s.launched_at, s.opens_at, s.closes_at, s.closed_at,
      s.capacity, s.waitlisted, s.enrolled + s.started + s.completed AS participants,
      greatest(0, s.capacity - research.seats_taken(s)) AS seats_free,
      s.capacity > research.seats_taken(s) AND s.waitlisted = 0 AS admits, s.link_key${added}
    FROM research.session s;`;

const words = `ARRAY['title', 'description', 'duration_minutes', 'additional_notes', 'requirements',
  'eligibility', 'runtime', 'allow_repeats', 'consent_version']`;

/**
 * Participants read what a launch froze (docs/domain.md, 2), so each launched session has all of it.
 * What an older launch left out is taken from the study as it is now: nobody knows what it was.
 */
export class EnrolmentWholeSnapshots1795418242697 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      UPDATE research.session s SET snapshot = jsonb_build_object(
          'title', st.title, 'description', st.description, 'duration_minutes', st.duration_minutes,
          'additional_notes', st.additional_notes, 'requirements', st.requirements,
          'eligibility', st.eligibility, 'runtime', st.runtime, 'allow_repeats', st.allow_repeats,
          'consent_version', (SELECT c.version FROM research.consent c WHERE c.id = s.consent_id))
          || coalesce(s.snapshot, '{}')
        FROM research.study st
        WHERE st.id = s.study_id AND s.launched_at IS NOT NULL
          AND NOT coalesce(s.snapshot, '{}') ?& ${words};
      ALTER TABLE research.session ADD CONSTRAINT session_snapshot_whole
        CHECK (launched_at IS NULL OR (snapshot ?& ${words}) IS TRUE);
      ${recruitment(', s.maximum_minutes')}
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW research.recruitment;
      ${recruitment('')}
      GRANT SELECT ON research.recruitment TO commonlab_app, commonlab_link;
      ALTER TABLE research.session DROP CONSTRAINT session_snapshot_whole;
    `);
  }
}
