import { createHash } from 'node:crypto';

/** The fields of an agreement that its seal covers. */
export interface SealedRecord {
  id: string;
  consent_id: string;
  consent_version: number;
  pseudonym: Buffer;
  locale: string;
  sha256: string;
  method: string;
  at: Date;
  /**
   * How many questions about the consent form the participant answered correctly; null if the form
   * has no questions.
   */
  questions_passed: number | null;
}

/** The value that a study's first record uses as its previous seal: 32 zero bytes. */
const noSeal = Buffer.alloc(32);

/**
 * Returns the text over which a record's seal is computed. It contains the number of correct
 * answers only if the form has questions. Older agreements were sealed without this field, and
 * their seals must stay valid.
 */
export const textToSeal = (studyId: string, sequence: bigint, r: SealedRecord): string =>
  JSON.stringify([
    studyId,
    String(sequence),
    r.id,
    r.consent_id,
    r.consent_version,
    r.pseudonym.toString('hex'),
    r.locale,
    r.sha256,
    r.method,
    r.at.toISOString(),
    ...(r.questions_passed === null ? [] : [r.questions_passed]),
  ]);

/**
 * Computes a record's seal from the previous seal and the record's text, so that a changed byte
 * invalidates every later seal of the study (docs/domain.md, 3).
 * @param before null for the study's first record, otherwise the seal of the previous record
 */
export const computeSeal = (before: Buffer | null, text: string): Buffer =>
  createHash('sha256')
    .update(before ?? noSeal)
    .update(text)
    .digest();

/** Formats the seal of the previous record for a receipt: 64 hexadecimal digits. */
export const previousSealHex = (before: Buffer | null): string =>
  (before ?? noSeal).toString('hex');
