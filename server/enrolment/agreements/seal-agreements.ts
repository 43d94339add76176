import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { exactConsentText } from '../../../contracts/base/exact-text';
import type { NewQuestion } from '../../../contracts/studies/comprehension';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { sha256Hex } from '../../platform/security/secrets';
import { textToSeal, computeSeal, type SealedRecord } from './agreement-seal.rule';

interface Row extends SealedRecord {
  study_id: string;
  sequence: string | null;
  seal: Buffer | null;
}

/** The last sealed record of a study, after which its hash chain continues. */
interface Head {
  study_id: string;
  sequence: string;
  seal: Buffer | null;
}

/** The text of a consent form version in one language. */
interface Text {
  /**
   * The text in Markdown; null if the form is an uploaded file, whose content this class does not
   * read.
   */
  body_markdown: string | null;
  sha256: string;
  questions: NewQuestion[] | null;
}

/** SQL condition: at least one agreement is not sealed yet. */
export const hasUnsealedAgreementSql = (): string =>
  `EXISTS (SELECT FROM research.agreement WHERE seal IS NULL)`;

const studiesAtOnce = 100;
const recordsAtOnce = 2_000;

/**
 * Computes the seals of these records, continuing each study's chain after its last sealed record
 * (its head).
 */
function chained(open: readonly Row[], heads: readonly Head[]) {
  const ends = new Map(heads.map((head) => [head.study_id, head]));
  return open.map((row) => {
    const before = ends.get(row.study_id);
    const sequence = String(BigInt(before?.sequence ?? 0) + 1n);
    const seal = computeSeal(before?.seal ?? null, textToSeal(row.study_id, BigInt(sequence), row));
    ends.set(row.study_id, { study_id: row.study_id, sequence, seal });
    return { id: row.id, sequence, seal: seal.toString('hex') };
  });
}

/**
 * Maintains one hash chain of agreements per study. A job extends it a few seconds after the
 * enrolments, so that enrolments never wait for each other at one row.
 */
@Injectable()
export class SealAgreements {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns how many agreements were sealed. */
  async run(): Promise<number> {
    const studies: { study_id: string }[] = await this.source.query(
      `SELECT DISTINCT study_id FROM research.agreement WHERE seal IS NULL LIMIT ${studiesAtOnce}`,
    );
    const ids = studies.map(({ study_id }) => study_id);
    if (ids.length === 0) return 0;
    try {
      return await this.seal(ids);
    } catch (error) {
      if (ids.length === 1) throw error;
      return this.sealEach(ids);
    }
  }

  /** Seals each study separately, so that a failure in one study does not block other studies. */
  private async sealEach(ids: readonly string[]): Promise<number> {
    let count = 0;
    const failures: unknown[] = [];
    for (const id of ids)
      await this.seal([id]).then(
        (sealed) => (count += sealed),
        (error: unknown) => failures.push(error),
      );
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} of ${ids.length} studies could not be sealed`,
      );
    return count;
  }

  /** Seals agreements of these studies in one transaction, at most `recordsAtOnce` in total. */
  private seal(studyIds: readonly string[]): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      // The locks are taken in a fixed order, so that two workers cannot deadlock.
      await tx.query(
        `SELECT pg_advisory_xact_lock(number)
         FROM (SELECT DISTINCT hashtextextended('seal:' || id, 3) AS number
               FROM unnest($1::text[]) AS k (id) ORDER BY number) AS locks`,
        [studyIds],
      );
      const open = await tx.query<Row>(
        `SELECT * FROM research.agreement WHERE study_id = ANY($1::uuid[]) AND seal IS NULL
         ORDER BY study_id, at, id LIMIT ${recordsAtOnce}`,
        [studyIds],
      );
      if (open.length === 0) return 0;
      const heads = await tx.query<Head>(
        `SELECT k.id AS study_id, h.sequence, h.seal FROM unnest($1::uuid[]) AS k (id)
         CROSS JOIN LATERAL (SELECT sequence, seal FROM research.agreement
           WHERE study_id = k.id AND sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1) AS h`,
        [studyIds],
      );
      await tx.query(
        `UPDATE research.agreement a SET sequence = r.sequence, seal = decode(r.seal, 'hex')
         FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, sequence bigint, seal text)
         WHERE a.id = r.id`,
        [JSON.stringify(chained(open, heads))],
      );
      return open.length;
    });
  }

  /** Lists the studies that have sealed agreements, with the last seal of each study's chain. */
  heads(): Promise<{ study_id: string; sequence: string; seal: Buffer | null }[]> {
    return this.source.query(
      `SELECT DISTINCT ON (study_id) study_id, sequence, seal FROM research.agreement
       WHERE sequence IS NOT NULL ORDER BY study_id, sequence DESC`,
    );
  }

  /**
   * Counts the agreements of a study whose hash belongs to no text of the consent form version that
   * the agreement names.
   */
  async onOtherTexts(studyId: string): Promise<number> {
    const [row]: { n: number }[] = await this.source.query(
      `SELECT count(*)::int AS n FROM research.agreement a
       LEFT JOIN research.consent_document c ON c.id = a.consent_id
       WHERE a.study_id = $1 AND c.sha256 IS DISTINCT FROM a.sha256 AND NOT coalesce(
         c.translations @> jsonb_build_array(jsonb_build_object('sha256', a.sha256)), false)`,
      [studyId],
    );
    return row?.n ?? 0;
  }

  /**
   * Counts the texts of a study's consent form versions, in all languages, whose stored hash does
   * not match the text.
   */
  async changedTexts(studyId: string): Promise<number> {
    const versions: (Text & { translations: Text[] })[] = await this.source.query(
      `SELECT body_markdown, sha256, comprehension -> 'questions' AS questions, translations
       FROM research.consent_document WHERE study_id = $1 AND kind = 'markdown'`,
      [studyId],
    );
    return versions
      .flatMap(({ translations, ...main }) => [main, ...translations])
      .filter(
        (t) => sha256Hex(exactConsentText(t.body_markdown ?? '', t.questions ?? [])) !== t.sha256,
      ).length;
  }

  /**
   * Verifies a study's chain.
   * @returns the sequence of the first record that does not match, or null when the chain is
   * intact.
   */
  async firstBroken(studyId: string): Promise<bigint | null> {
    const rows: (Row & { sequence: string })[] = await this.source.query(
      `SELECT * FROM research.agreement WHERE study_id = $1 AND sequence IS NOT NULL ORDER BY sequence`,
      [studyId],
    );
    let before: Buffer | null = null;
    let expected = 1n;
    for (const row of rows) {
      if (
        BigInt(row.sequence) !== expected ||
        !row.seal?.equals(computeSeal(before, textToSeal(studyId, expected, row)))
      )
        return expected;
      before = row.seal;
      expected += 1n;
    }
    return null;
  }
}
