import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';

interface Row {
  id: string;
  study_id: string;
  consent_id: string;
  consent_version: number;
  pseudonym: Buffer;
  locale: string;
  sha256: string;
  method: string;
  at: Date;
  sequence: string | null;
  seal: Buffer | null;
}

/**
 * Each record's seal covers the one before it, so a changed byte breaks every seal after it (DOMAIN
 * 3).
 */
const sealOf = (before: Buffer | null, studyId: string, sequence: bigint, r: Row): Buffer =>
  createHash('sha256')
    .update(before ?? Buffer.alloc(32))
    .update(
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
      ]),
    )
    .digest();

/**
 * One hash chain of agreements per study. A job extends it seconds after the enrolments, so that
 * these never queue at one row.
 */
@Injectable()
export class SealAgreements {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns how many were sealed. */
  async run(): Promise<number> {
    const studies: { study_id: string }[] = await this.source.query(
      `SELECT DISTINCT study_id FROM research.agreement WHERE seal IS NULL LIMIT 100`,
    );
    let count = 0;
    const failures: unknown[] = [];
    // A study whose sealing fails must not block the others.
    for (const { study_id } of studies)
      await this.unitOfWork
        .run((tx) => this.sealStudy(tx, study_id))
        .then(
          (sealed) => (count += sealed),
          (error: unknown) => failures.push(error),
        );
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        `${failures.length} of ${studies.length} studies could not be sealed`,
      );
    return count;
  }

  private async sealStudy(tx: Transaction, studyId: string): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 3))`, [`seal:${studyId}`]);
    const [last] = await tx.query<{ sequence: string; seal: Buffer | null }>(
      `SELECT sequence, seal FROM research.agreement WHERE study_id = $1 AND sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1`,
      [studyId],
    );
    const open = await tx.query<Row>(
      `SELECT * FROM research.agreement WHERE study_id = $1 AND seal IS NULL ORDER BY at, id LIMIT 2000`,
      [studyId],
    );
    let sequence = BigInt(last?.sequence ?? 0);
    let seal = last?.seal ?? null;
    const sealed = open.map((row) => {
      sequence += 1n;
      seal = sealOf(seal, studyId, sequence, row);
      return { id: row.id, sequence: String(sequence), seal: seal.toString('hex') };
    });
    if (sealed.length > 0) {
      await tx.query(
        `UPDATE research.agreement a SET sequence = r.sequence, seal = decode(r.seal, 'hex')
         FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, sequence bigint, seal text)
         WHERE a.id = r.id`,
        [JSON.stringify(sealed)],
      );
    }
    return sealed.length;
  }

  /** The studies that have agreements, with the last seal of each chain. */
  heads(): Promise<{ study_id: string; sequence: string; seal: Buffer | null }[]> {
    return this.source.query(
      `SELECT DISTINCT ON (study_id) study_id, sequence, seal FROM research.agreement
       WHERE sequence IS NOT NULL ORDER BY study_id, sequence DESC`,
    );
  }

  /** How many agreements name another text than the version that they name has. */
  async onOtherTexts(studyId: string): Promise<number> {
    const [row]: { n: number }[] = await this.source.query(
      `SELECT count(*)::int AS n FROM research.agreement a
       LEFT JOIN research.consent_document c ON c.id = a.consent_id
       WHERE a.study_id = $1 AND c.sha256 IS DISTINCT FROM a.sha256`,
      [studyId],
    );
    return row?.n ?? 0;
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
        !row.seal?.equals(sealOf(before, studyId, expected, row))
      )
        return expected;
      before = row.seal;
      expected += 1n;
    }
    return null;
  }
}
