import type { MigrationInterface, QueryRunner } from 'typeorm';

const folded = (letters: string) => `
  CREATE OR REPLACE FUNCTION identity.folded(given text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN octet_length(given) = char_length(given) THEN lower(given) ELSE ${letters} END;
  -- The index holds what the function made before.
  REINDEX INDEX identity.account_said;
`;
const single = `translate(lower(regexp_replace(normalize(given, NFKD), '[\\u0300-\\u036f]', '', 'g')), 'øłđðħı', 'olddhi')`;

/** A search folds letters that are written as two as well: "strasse" finds "Straße", "aesop" "Æsop". */
export class AccessFoldedLetters1795861764419 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      folded(
        `replace(replace(replace(replace(${single}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`,
      ),
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(folded(single));
  }
}
