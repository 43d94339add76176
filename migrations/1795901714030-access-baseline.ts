import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The characters that separate words, for a bracket expression of a regular expression: ASCII and
 * Latin-1 except letters and digits, general punctuation, and the ideographic space.
 */
const between =
  '\\u0001-\\u002f\\u003a-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2010-\\u2027\\u3000-\\u3003';
/**
 * The characters of Thai, Lao, Burmese, Hangul, Khmer, kana and Han. In these scripts words are
 * written without spaces, or their endings are joined to them.
 */
const joined =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3041-\\u30ff\\u3400-\\u9fff\\U00020000-\\U0003ffff';
const replaced = (word: string, pairs: readonly (readonly [string, string])[]) =>
  pairs.reduce((text, [two, one]) => `replace(${text}, '${two}', '${one}')`, word);
/**
 * SQL that normalizes a text to composed form (NFC). It also composes the vowel "am" of Thai and of
 * Lao, which NFC leaves as two characters.
 */
const typed = (word: string) =>
  replaced(`normalize(${word}, NFC)`, [
    ['\u0e4d\u0e32', '\u0e33'],
    ['\u0ecd\u0eb2', '\u0eb3'],
  ]);
/** Pairs of letters for which some spellings have a single letter: `ß` for `ss`. */
const pairs = [
  ['ss', 'ß'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['th', 'þ'],
] as const;
/**
 * SQL for the part of a regular expression that matches one mistyped letter. With `blanks_only`,
 * this part contains no pairs of letters, since PostgreSQL could not use the trigram index for
 * them.
 */
const letter = `CASE
  WHEN c.joined THEN '[^ ][\\u0e32\\u0eb2\\u1160-\\u11ff\\u3099\\u309a]{0,2}'
  WHEN blanks_only THEN '[^ ]' ELSE '(?:[^ ]|${pairs.map(([two]) => two).join('|')})' END`;
const end = (sign: string) =>
  `CASE WHEN blanks_only THEN '(?:${sign}| )' ELSE '(?:${sign}|[${between}])' END`;
const text = (slice: string) => `array_to_string(w.letters[${slice}], '')`;

/**
 * Creates the tables of server/access and the search for people, as they were at the first release.
 * The views check the privileges of their reader (`security_invoker`), so they do not give access
 * to anything that the grants on the tables forbid.
 */
export class AccessBaseline1795901714030 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      -- Text without case and accents. Letters that Unicode does not decompose are listed one by one.
      -- Decomposing is the expensive part, so it runs only where a text is not plain ASCII.
      CREATE FUNCTION identity.folded(given text) RETURNS text
        LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN CASE WHEN octet_length(given) = char_length(given) THEN lower(given)
          ELSE replace(replace(replace(replace(translate(lower(regexp_replace(normalize(given, NFKD),
            '[\\u0300-\\u036f]', '', 'g')), 'øłđðħıς', 'olddhiσ'),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END;

      -- What a search for people compares with. Nulls are left out.
      CREATE FUNCTION identity.said(first_name text, last_name text, organization text, email text)
        RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN identity.folded(first_name) || ' ' || identity.folded(last_name)
          || coalesce(' ' || identity.folded(organization), '') || coalesce(' ' || lower(email), '');

      -- A regular expression for a folded text that contains the word, or the word with one slip.
      -- Null unless the word has 4 to 48 letters. From seven letters on, the beginning of a longer word
      -- counts as well; of four, only a missing letter or two swapped ones: too much looks like "test".
      -- With blanks_only, only blanks end a word, and an index over the trigrams of the text is used.
      CREATE FUNCTION identity.slips(word text, blanks_only boolean DEFAULT false) RETURNS text
        LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN (
          SELECT CASE WHEN c.n BETWEEN 4 AND 48 AND word !~ '[${between}0-9\\u2028-\\u206f]' THEN
            CASE WHEN c.joined THEN '' ELSE ${end('^')} END
            || '(?:' || (SELECT string_agg(
              CASE WHEN c.n = 4 THEN ${text(':i - 1')} || ${letter} || ${text('i:')}
                ELSE ${text(':i - 1')} || '(?:' || ${letter} || ')?(?:' || w.letters[i] || ')?' || ${text('i + 1:')} END
              || CASE WHEN i < cardinality(w.letters) THEN '|' || ${text(':i - 1')} || w.letters[i + 1] || w.letters[i]
                || ${text('i + 2:')} ELSE '' END, '|' ORDER BY i)
              FROM (SELECT DISTINCT one FROM unnest(ARRAY[c.typed, ${replaced('c.typed', pairs)}]) AS one) s
              CROSS JOIN LATERAL (SELECT array_agg(identity.folded(t.letter) ORDER BY t.place) AS letters
                FROM string_to_table(s.one, NULL) WITH ORDINALITY AS t (letter, place)) w
              CROSS JOIN LATERAL generate_series(1, cardinality(w.letters)) i) || ')'
            || CASE WHEN c.joined OR c.n >= 7 THEN '' ELSE ${end('$')} END
          END
          FROM (
            SELECT ${typed('word')} AS typed, char_length(${typed('word')}) AS n, word ~ '[${joined}]' AS joined
          ) c
        );

      CREATE TABLE identity.account (
        id uuid PRIMARY KEY,
        email text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        password_hash text,
        role text CHECK (role = 'ADMINISTRATOR'),
        is_researcher boolean NOT NULL,
        organization text,
        organization_ror_id text,
        interests text,
        researcher_privilege boolean,
        status text NOT NULL CHECK (status IN ('NEW', 'ACTIVE')),
        language text NOT NULL,
        deletion_at timestamptz,
        deletion_reminded_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        disabled_at timestamptz,
        zone text,
        region text,
        CONSTRAINT account_language CHECK (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
        CONSTRAINT account_region CHECK (region ~ '^([A-Z]{2}|[0-9]{3})$')
      );
      CREATE INDEX account_deletion ON identity.account (deletion_at) WHERE deletion_at IS NOT NULL;
      CREATE INDEX account_organization ON identity.account USING gin (organization gin_trgm_ops);
      CREATE UNIQUE INDEX account_active_email ON identity.account (email) WHERE status = 'ACTIVE';
      CREATE INDEX account_unverified ON identity.account (created_at) WHERE status = 'NEW';
      CREATE INDEX account_new_email ON identity.account (email) WHERE status = 'NEW';
      -- A search for people by trigrams.
      CREATE INDEX account_said ON identity.account USING gin (identity.said(first_name, last_name,
        organization, email) gin_trgm_ops);
      ALTER INDEX identity.account_said ALTER COLUMN 1 SET STATISTICS 0;
      CREATE INDEX account_name ON identity.account (last_name, first_name, id);
      -- ANALYZE keeps samples of values, in which an erased person would remain
      -- (docs/decisions/exports-and-data-copies.md).
      ALTER TABLE identity.account
        ALTER COLUMN email SET STATISTICS 0,
        ALTER COLUMN first_name SET STATISTICS 0,
        ALTER COLUMN last_name SET STATISTICS 0,
        ALTER COLUMN password_hash SET STATISTICS 0,
        ALTER COLUMN interests SET STATISTICS 0;

      CREATE TABLE identity.token (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        hash bytea NOT NULL,
        remembered boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL,
        method text,
        -- The browser's own name ("Firefox on Linux"), never its address in the network.
        device text,
        second_factor boolean NOT NULL DEFAULT false,
        last_used_at timestamptz NOT NULL DEFAULT now(),
        proved_at timestamptz NOT NULL DEFAULT now()
      ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
      CREATE UNIQUE INDEX token_hash ON identity.token (hash);
      CREATE INDEX token_account ON identity.token (account_id);
      CREATE INDEX token_expiry ON identity.token (expires_at);

      CREATE TABLE identity.api_token (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES identity.account (id) ON DELETE CASCADE,
        name text NOT NULL,
        start text NOT NULL,
        hash bytea NOT NULL,
        scopes text[] NOT NULL CHECK (cardinality(scopes) > 0
          AND scopes <@ ARRAY['read', 'manage', 'export']),
        study_ids uuid[],
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        last_used_on date
      );
      CREATE UNIQUE INDEX api_token_hash ON identity.api_token (hash);
      CREATE INDEX api_token_account ON identity.api_token (account_id);
      CREATE INDEX api_token_expiry ON identity.api_token (expires_at);

      -- Exactly the columns that commonlab_link may read of an account.
      CREATE VIEW identity.person WITH (security_invoker = true) AS
        SELECT id, email, first_name, last_name, status, language, is_researcher, disabled_at, deletion_at,
          zone, region
        FROM identity.account;

      CREATE VIEW identity.account_profile WITH (security_invoker = true) AS
        SELECT id, email, first_name, last_name, status, language, role, is_researcher,
          researcher_privilege, organization, organization_ror_id, interests, password_hash IS NOT NULL AS
          has_password, disabled_at, deletion_at, created_at, zone, region
        FROM identity.account;

      CREATE VIEW identity.sign_in WITH (security_invoker = true) AS
        SELECT id, account_id, method, device, remembered, second_factor, proved_at, created_at,
          last_used_at, expires_at
        FROM identity.token;

      CREATE VIEW identity.researcher_byline WITH (security_invoker = true) AS
        SELECT id, first_name, last_name, organization
        FROM identity.account;

      -- Accounts that can answer for what they recruit: neither disabled nor about to be erased.
      CREATE VIEW identity.responsible_account WITH (security_invoker = true) AS
        SELECT id
        FROM identity.account
        WHERE disabled_at IS NULL AND deletion_at IS NULL;

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON identity.account, identity.token, identity.api_token TO commonlab_app;
      GRANT SELECT
        ON identity.person, identity.account_profile, identity.sign_in, identity.researcher_byline,
          identity.responsible_account
        TO commonlab_app;
      GRANT SELECT ON identity.person, identity.researcher_byline TO commonlab_link;
      GRANT SELECT (id, email, first_name, last_name, is_researcher, organization, status, language,
        deletion_at, disabled_at, zone, region)
        ON identity.account TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP VIEW identity.responsible_account, identity.researcher_byline, identity.sign_in,
        identity.account_profile, identity.person;
      DROP TABLE identity.api_token, identity.token, identity.account CASCADE;
      DROP FUNCTION identity.folded(text), identity.said(text, text, text, text), identity.slips(text,
        boolean) CASCADE;
    `);
  }
}
