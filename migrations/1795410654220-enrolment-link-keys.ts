import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key is null for every other audience, and so it tells a private session in the view, too. */
const recruitment = (key: string) => `
  CREATE OR REPLACE VIEW research.recruitment WITH (security_invoker = true) AS
    SELECT s.id, s.study_id, s.state, s.audience, s.privacy_level, s.reward_amount, s.reward_currency,
      s.consent_id, s.snapshot, s.version, s.launched_at, s.opens_at, s.closes_at, s.closed_at,
      s.capacity, s.waitlisted, s.enrolled + s.started + s.completed AS participants,
      greatest(0, s.capacity - research.seats_taken(s)) AS seats_free,
      s.capacity > research.seats_taken(s) AND s.waitlisted = 0 AS admits${key}
    FROM research.session s;`;

/**
 * A session by private link is found by a key that nobody can guess (docs/domain.md, 2). Links that were
 * handed out before have none and end: their researchers must copy new ones.
 */
export class EnrolmentLinkKeys1795410654220 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.session ADD COLUMN link_key text;
      UPDATE research.session SET link_key = substring(
          translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_') FOR 22)
        WHERE audience = 'link';
      ALTER TABLE research.session ADD CONSTRAINT session_link_has_key
        CHECK ((link_key IS NOT NULL) = (audience = 'link'));
      CREATE UNIQUE INDEX session_link_key ON research.session (link_key) WHERE link_key IS NOT NULL;
      ${recruitment(', s.link_key')}
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW research.recruitment;
      ${recruitment('')}
      GRANT SELECT ON research.recruitment TO commonlab_app, commonlab_link;
      ALTER TABLE research.session DROP CONSTRAINT session_link_has_key, DROP COLUMN link_key;
    `);
  }
}
