import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { limits } from '../../../contracts/base/limits';
import type { Consent, ConsentVersion } from '../../../contracts/studies/consents';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';
import { DomainError } from '../../platform/errors/errors';
import { ConsentRead } from './consent.read';

interface Row extends Omit<ConsentVersion, 'created_at'> {
  created_at: Date;
}
const Position = z.strictObject({ version: z.int() });

/** Reads all versions of a study's consent form. The caller must have checked the permission. */
@Injectable()
export class ConsentVersionsRead {
  constructor(
    private readonly source: DataSource,
    private readonly consents: ConsentRead,
  ) {}

  /** Reads the versions of a study's consent form, the newest first. */
  async list(
    studyId: string,
    { limit = limits.pageSize, cursor }: { limit?: number; cursor?: string },
  ): Promise<{ items: ConsentVersion[]; next_cursor: string | null }> {
    const before = decodeCursor(Position, cursor);
    const rows: Row[] = await this.source.query(
      `SELECT c.id AS _id, c.version, c.state, c.title, c.kind, c.created_at,
         array_remove(array_prepend(c.locale, ARRAY(
           SELECT t.value ->> 'locale' FROM jsonb_array_elements(c.translations) WITH ORDINALITY AS t (value, nth)
           ORDER BY t.nth)), NULL) AS locales
       FROM research.consent c
       WHERE c.study_id = $1 AND ($2::integer IS NULL OR c.version < $2)
       ORDER BY c.version DESC LIMIT $3`,
      [studyId, before?.version ?? null, limit + 1],
    );
    const page = pageOfRows(rows, limit, ({ version }) => ({ version }));
    return {
      ...page,
      items: page.items.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    };
  }

  /**
   * Reads a version with the right answers of its questions.
   * @throws DomainError not_found, also for a version of another study
   */
  async one(studyId: string, consentId: string): Promise<Consent> {
    const found: { one: number }[] = await this.source.query(
      `SELECT 1 AS one FROM research.consent WHERE id = $1 AND study_id = $2`,
      [consentId, studyId],
    );
    if (found.length === 0) throw new DomainError('not_found');
    return this.consents.withAnswers(consentId);
  }
}
