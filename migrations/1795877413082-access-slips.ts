import type { MigrationInterface, QueryRunner } from 'typeorm';

const folded = (sigma: string) => `
  CREATE OR REPLACE FUNCTION identity.folded(given text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN octet_length(given) = char_length(given) THEN lower(given)
      ELSE replace(replace(replace(replace(translate(lower(regexp_replace(normalize(given, NFKD),
        '[\\u0300-\\u036f]', '', 'g')), 'øłđðħı${sigma && 'ς'}', 'olddhi${sigma}'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END;
  -- The index holds what the function made before.
  REINDEX INDEX identity.account_said;
`;

/**
 * The characters between words: ASCII and Latin-1 except letters and digits, general punctuation, the
 * ideographic space.
 */
const between =
  '\\u0001-\\u002f\\u003a-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2010-\\u2027\\u3000-\\u3003';
/** Thai, Lao, Burmese, Hangul, Khmer, kana and Han: written without blanks, or with endings that join the word. */
const joined =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3041-\\u30ff\\u3400-\\u9fff\\U00020000-\\U0003ffff';
const replaced = (word: string, pairs: readonly (readonly [string, string])[]) =>
  pairs.reduce((text, [two, one]) => `replace(${text}, '${two}', '${one}')`, word);
/** Letters as they are typed, which are folded into two characters that NFC leaves apart: the Thai and Lao am. */
const typed = (word: string) =>
  replaced(`normalize(${word}, NFC)`, [
    ['\u0e4d\u0e32', '\u0e33'],
    ['\u0ecd\u0eb2', '\u0eb3'],
  ]);
/** Pairs of letters that may be one letter as it is typed. */
const pairs = [
  ['ss', 'ß'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['th', 'þ'],
] as const;
/** One letter as it is folded. An index over trigrams is used only where it is one character. */
const letter = `CASE
  WHEN c.joined THEN '[^ ][\\u0e32\\u0eb2\\u1160-\\u11ff\\u3099\\u309a]{0,2}'
  WHEN blanks_only THEN '[^ ]' ELSE '(?:[^ ]|${pairs.map(([two]) => two).join('|')})' END`;
const end = (sign: string) =>
  `CASE WHEN blanks_only THEN '(?:${sign}| )' ELSE '(?:${sign}|[${between}])' END`;
const text = (slice: string) => `array_to_string(w.letters[${slice}], '')`;

/**
 * A search forgives one slip in a word: a letter that is left out, doubled, replaced or one too many, or two that
 * changed places. In Greek it finds capitals as small letters at the end of a word, too.
 */
export class AccessSlips1795877413082 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ${folded('σ')}
      -- A regular expression for a folded text: that it has the word, or the word with one slip. Null where the
      -- word is no word of 4 to 48 letters. From seven letters on, the beginning of a longer word counts as well;
      -- of four, only that a letter is missing, or that two changed places: too much looks like "test". With
      -- blanks_only, blanks alone end a word, and an index over the trigrams of the text is used.
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
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION identity.slips(text, boolean); ${folded('')}`);
  }
}
