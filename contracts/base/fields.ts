import { z } from 'zod';
import { canonicalEmail, emailErrorCode } from './email-address.rule';
import { limits } from './limits';

const isControl = (c: number) => (c < 32 && c !== 9 && c !== 10 && c !== 13) || c === 127;

/**
 * Whether a text contains neither control characters, except tabs and line ends, nor lone
 * surrogates. PostgreSQL cannot store NUL, and the other control characters are invisible to a
 * reader.
 */
export const isPlainText = (value: string) => {
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (isControl(unit)) return false;
    if (unit >= 0xd800 && unit <= 0xdfff) {
      const next = value.charCodeAt(i + 1);
      if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return false;
      i++;
    }
  }
  return true;
};

/**
 * Marks after which a zero-width joiner or non-joiner changes how consonants are written
 * (Canonical_Combining_Class 9).
 */
const virama =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0f84\\u1039\\u103a' +
  '\\u1714\\u1715\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\ua806\\ua82c\\ua8c4\\ua953\\ua9c0\\uaaf6\\uabed]';
const cursive = '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nkoo}]';
/**
 * Arabic letters that never join to the next letter, so that a zero-width non-joiner after them
 * changes nothing visible.
 */
const endsItsForm =
  '[\\u0621-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0677\\u0688-\\u0699\\u06c0' +
  '\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef]';
const emoji = '\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?';

/** Characters that are shown as text by default, and as an emoji if U+FE0F follows. */
const emojiByChoice = '(?!\\p{Emoji_Presentation})\\p{Extended_Pictographic}';

/**
 * Invisible characters, with which two different names could look the same: control characters,
 * line ends, marks that change the writing direction (UTR 36), all code points that Unicode renders
 * as nothing (Default_Ignorable_Code_Point: the zero-width space, fillers, variation selectors),
 * and the Braille pattern without dots. Allowed where they change what is visible:
 * - the zero-width joiner (U+200D) and non-joiner (U+200C) after a virama;
 * - the non-joiner between letters that would otherwise join (RFC 5892, A.1 and A.2);
 * - the joiner between the Bengali or Kannada letter "ra" and a virama;
 * - the joiner between the characters of one emoji;
 * - U+FE0F, which turns a character into an emoji.
 * Variants of Han characters are refused; their usual forms are allowed.
 */
const unseen = new RegExp(
  '(?![\\u200c\\u200d\\ufe0f])[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800]' +
    `|(?<!${virama})(?!(?<=(?!${endsItsForm})(?=\\p{L})${cursive}\\p{M}*)` +
    `\\u200c(?=\\p{M}*(?=\\p{L})${cursive}))\\u200c` +
    `|(?<!${virama})(?!(?<=[\\u09b0\\u0cb0])\\u200d(?=[\\u09cd\\u0ccd]))` +
    `(?!(?<=${emoji})\\u200d(?=\\p{Extended_Pictographic}))\\u200d` +
    `|(?<!${emojiByChoice})(?!(?<=[0-9#*])\\ufe0f\\u20e3)\\ufe0f`,
  'gu',
);

/**
 * Returns the code point, such as `U+2800`, of the first character that `isOneLine` refuses;
 * undefined if it refuses none.
 */
export function firstInvisibleCharacter(value: string): string | undefined {
  const found = [...value].find((character) => !isPlainText(character)) ?? value.match(unseen)?.[0];
  const code = found?.codePointAt(0);
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
/**
 * Whether a text may be displayed next to other text, such as a name. It must not reorder the line
 * that contains it, nor differ from another text only by invisible characters.
 */
export const isOneLine = (value: string) => isPlainText(value) && value.search(unseen) < 0;
/** Returns the value with `instead` in place of each character that `isOneLine` refuses. */
export const replaceUnsafeCharacters = (value: string, instead: string) =>
  [...value]
    .map((character) => (isPlainText(character) ? character : instead))
    .join('')
    .replace(unseen, instead);

const plain = (schema: z.ZodString) => schema.refine(isPlainText, { error: 'invalid_text' });
/**
 * Text is trimmed and composed (NFC), so that equal-looking texts are equal on every system. It is composed
 * before its length is checked, since a few letters become longer.
 */
const composed = () => z.string().trim().normalize('NFC');
const oneLine = (schema: z.ZodString) => schema.refine(isOneLine, { error: 'invalid_text' });
/** Returns the value without invisible characters; its line breaks and tabs stay. */
const seenOf = (value: string) =>
  value.replace(unseen, (one) => (/[\n\r\t]/.test(one) ? one : '')).trim();
/**
 * Multi-line text of `min` to `max` UTF-16 units, trimmed and composed. Invisible characters do not
 * count towards `min`, and a text that contains only invisible characters is refused.
 */
export const multilineText = (max: number, min = 1) =>
  plain(composed().min(min).max(max)).refine(
    (value) => value.length < min || seenOf(value).length >= min,
    { error: 'invalid_text' },
  );
/** Multi-line text that may be empty, trimmed and composed. */
export const optionalMultilineText = (max: number) => plain(composed().max(max));
/** A name or a title: a single line that must not be empty. */
export const singleLine = (max: number) => oneLine(composed().min(1).max(max));
/**
 * Characters that look blank in most fonts, although Unicode classifies them as letters, symbols or
 * marks; and code points without an assigned character.
 */
const blank = /[\u{16fe4}\u{13441}\u{13442}\u{1d159}\ufffc\p{Co}\p{Cn}]/u;
/**
 * A person's name: one line with a letter or digit. The schema composes it (NFC) and reduces blanks
 * to single spaces, so that two names that look equal are stored as equal texts.
 */
export const personName = (max: number) => asName(singleLine(max));
/** Like `personName`, but it may be empty for a person with only one name. */
export const optionalPersonName = (max: number) => asName(optionalSingleLine(max));
const asName = (of: z.ZodString) =>
  of
    .overwrite((value) => value.replace(/\p{Zs}+/gu, ' '))
    .refine((value) => value === '' || (!blank.test(value) && /[\p{L}\p{N}]/u.test(value)), {
      error: 'invalid_text',
    });
export const optionalSingleLine = (max: number) => oneLine(composed().max(max));

/**
 * An id, converted to lower case as PostgreSQL writes it. Ids are compared as text and hashed
 * (pseudonyms, tags, names of Socket.IO rooms), so two spellings of one id would count as two.
 */
export const Id = z.uuid().toLowerCase();
/**
 * The key of a private link: 128 bits in base64url. A text of another form is accepted, but matches
 * no session.
 */
export const PrivateLinkKey = z.string().max(100);
export const IdParams = z.strictObject({ id: Id });
/** A time in a response, in ISO 8601 with an offset. */
export const Instant = z.iso.datetime({ offset: true });
const [earliest, latest] = [Date.UTC(2000, 0), Date.UTC(2200, 0)];
/** A time that a user enters: restricted to the years 2000 to 2199, and converted to UTC. */
export const EnteredInstant = z.iso
  .datetime({ offset: true })
  .refine(
    (v) => Number.isNaN(Date.parse(v)) || (Date.parse(v) >= earliest && Date.parse(v) < latest),
    { error: 'invalid_datetime' },
  )
  .transform((v) => new Date(v).toISOString());
/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date();
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: 'invalid' });
/**
 * An email address. The input may have any spelling; it is converted into the form that is stored
 * and compared (email-address.rule.ts).
 */
export const Email = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(limits.email, { abort: true })
  .overwrite((given) => canonicalEmail(given) ?? given)
  .superRefine((email, context) => {
    if (canonicalEmail(email) === null)
      context.addIssue({ code: 'custom', message: emailErrorCode(email) });
  })
  .meta({ format: 'idn-email' });

/** Integer minor units with an ISO 4217 code, never floats (docs/domain.md, 7). */
export const Money = z.strictObject({
  amount: z.int().min(0).max(limits.moneyAmount),
  currency: z.string().regex(/^[A-Z]{3}$/, { error: 'invalid_currency', abort: true }),
});
export type Money = z.output<typeof Money>;
/**
 * A query parameter that may be repeated: one value or many in the query, always a list after
 * parsing.
 */
export const repeatedParameter = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (v) => (v === undefined || Array.isArray(v) ? v : [v]),
    z.array(item),
  ) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>;

const flags = ['true', '1', 'on', 'false', '0', 'off', ''] as const;
const yes: ReadonlySet<string> = new Set(['true', '1', 'on']);

/**
 * A flag in a query string: `true`, `1` or `on` is true; `false`, `0` or `off` is false; an empty value counts as
 * absent. Any other value is an error, so that a misspelt one does not silently count as false. If the parameter is
 * repeated, the first value counts.
 */
export const QueryFlag = z.preprocess(
  (v) => (Array.isArray(v) ? (v[0] as unknown) : v),
  z.enum(flags).transform((value) => (value === '' ? undefined : yes.has(value))),
) as unknown as z.ZodType<boolean | undefined, string | readonly string[]>;

/** The query parameters `limit` and `cursor` of every list. */
export const PageQuery = {
  limit: z.coerce.number<number | string>().int().min(1).max(limits.pageSizeMax).optional(),
  cursor: z.string().max(500).optional(),
};
export const pageSchemaOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

/** Whether a partial change has at least one field; a change without any is refused. */
export const hasAnyChange = (value: object) => Object.values(value).some((v) => v !== undefined);
