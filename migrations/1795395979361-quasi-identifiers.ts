import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Age and education single people out. The application's role writes them and no longer reads them,
 * nor their statistics; anonymous participations keep only what their session's rule asks for, ages
 * in bands of five years. What a launch freezes from now on, sessions that were launched before get
 * by the same rules, as far as SQL can tell: too few people only by their seats.
 */
export class QuasiIdentifiers1795395979361 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      REVOKE SELECT ON identity.demographics FROM commonlab_app;
      GRANT SELECT (account_id, updated_at) ON identity.demographics TO commonlab_app;

      UPDATE research.session s SET snapshot = s.snapshot || jsonb_build_object(
        'too_few_people', s.privacy_level = 'anonymous' AND s.capacity < 5,
        'kept_demographics', (
          SELECT coalesce(jsonb_agg(f.field ORDER BY f.field), '[]')
          FROM unnest(ARRAY['age', 'education_level']) AS f (field)
          WHERE s.privacy_level <> 'anonymous'
            OR s.snapshot->'eligibility' @> jsonb_build_array(jsonb_build_object('filter', f.field))))
      WHERE s.snapshot IS NOT NULL;

      UPDATE research.participation p SET demographics = CASE
        WHEN s.snapshot->'kept_demographics' = '[]' OR s.snapshot IS NULL THEN NULL
        ELSE
          CASE WHEN s.snapshot->'kept_demographics' ? 'age' THEN jsonb_build_object('age_band',
            (p.demographics->>'age')::int / 5 * 5 || '-' || (p.demographics->>'age')::int / 5 * 5 + 4)
          ELSE '{}' END
          || CASE WHEN s.snapshot->'kept_demographics' ? 'education_level' THEN
            jsonb_build_object('education_level', p.demographics->'education_level')
          ELSE '{}' END
        END
      FROM research.session s
      WHERE s.id = p.session_id AND s.privacy_level = 'anonymous' AND p.demographics IS NOT NULL;
    `);
  }

  /** The exact ages are gone; what was frozen stays, since nothing reads it. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      REVOKE SELECT (account_id, updated_at) ON identity.demographics FROM commonlab_app;
      GRANT SELECT ON identity.demographics TO commonlab_app;
    `);
  }
}
