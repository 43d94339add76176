import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently, dropIndexConcurrently } from './concurrent-index';

const added: Record<string, string> = {
  'identity.account_said':
    'ON identity.account USING gin (identity.said(first_name, last_name, organization, email) gin_trgm_ops)',
  'identity.account_name': 'ON identity.account (last_name, first_name, id)',
};

/**
 * The search for people: an index over what is searched, by trigrams, and one in the order in which
 * people are listed. Without them each search folded the names of all accounts, and each list
 * sorted them.
 */
export class AccessPeopleSearch1795384532520 implements MigrationInterface {
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Without case and accents; letters that Unicode does not decompose are listed one by one.
      -- Decomposing is the expensive part, so it runs only where a text is not plain ASCII.
      CREATE OR REPLACE FUNCTION identity.folded(given text) RETURNS text
        LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN CASE WHEN octet_length(given) = char_length(given) THEN lower(given)
          ELSE translate(lower(regexp_replace(normalize(given, NFKD), '[\\u0300-\\u036f]', '', 'g')), 'øłđðħı', 'olddhi') END;
      -- What a search looks at. Nulls are left out.
      CREATE OR REPLACE FUNCTION identity.said(first_name text, last_name text, organization text, email text)
        RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN identity.folded(first_name) || ' ' || identity.folded(last_name)
          || coalesce(' ' || identity.folded(organization), '') || coalesce(' ' || lower(email), '');
    `);
    for (const [name, definition] of Object.entries(added))
      await createIndexConcurrently(db, name, definition);
    // No samples of names, which would outlive them (docs/decisions/exports-and-data-copies.md).
    await db.query('ALTER INDEX identity.account_said ALTER COLUMN 1 SET STATISTICS 0');
  }

  async down(db: QueryRunner): Promise<void> {
    for (const name of Object.keys(added)) await dropIndexConcurrently(db, name);
    await db.query(`
      DROP FUNCTION identity.said(text, text, text, text);
      DROP FUNCTION identity.folded(text);
    `);
  }
}
