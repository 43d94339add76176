import { Injectable } from '@nestjs/common';
import type { ExportFormat } from '../../../../contracts/research-data/research-data';
import { tokenHolderSql } from '../../../access/api-tokens/holder.sql';
import { Clock } from '../../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../../platform/db/unit-of-work';
import { DomainError } from '../../../platform/errors/errors';
import { Secrets } from '../../../platform/security/secrets';
import { PooledStudies } from '../../pools/pooled-studies';
import { seesTimesOnlyAfterDaySql } from '../../../studies/people/reader-by-day.sql';
import { mayOnStudySql } from '../../../studies/study.policy';

interface Found {
  size: number;
  ready_at: Date;
  format: ExportFormat;
  /** The current title of the study; for the export of a pool, the title of the pool's template. */
  title: string;
}
interface ReaderOfExport {
  readonly account_id: string;
  readonly is_api_token: boolean;
  /** The id of the study; for the export of a pool, the id of the pool's template. */
  readonly study_id: string;
  /** The id of the classroom, for the export of a pool; null for a study. */
  readonly classroom_id: string | null;
}
interface Opening {
  /** The id of the sign-in or API token for which the download address was made. */
  signIn: string;
  asks: 'size' | 'bytes';
  requestId: string;
}

/** Streams a finished export in parts, so that a slow client occupies no database connection. */
@Injectable()
export class DownloadRead {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly pools: PooledStudies,
  ) {}

  /**
   * Opens a download. Records every download in the audit log, also one that resumes an earlier
   * download.
   * @throws DomainError not_found, also if the sign-in that requested the address has ended, or if
   * the person may no longer read the data; export_outdated
   */
  open(id: string, { signIn, asks, requestId }: Opening): Promise<Found> {
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        const person =
          (await this.readerOfStudy(tx, id, signIn, now)) ??
          (await this.readerOfPool(tx, id, signIn, now));
        if (!person) throw new DomainError('not_found');
        const found = await this.mustBeThere(tx, id);
        if (asks === 'bytes')
          await tx.audit(
            'study-data-exported',
            {
              actor: person.account_id,
              details: {
                step: 'downloaded',
                study_id: person.study_id,
                ...(person.classroom_id !== null && { classroom_id: person.classroom_id }),
                export_id: id,
                ...(person.is_api_token && { api_token_id: signIn }),
              },
            },
            now,
          );
        return found;
      },
      { requestId },
    );
  }

  /**
   * Reads the bytes from `first` to `last`, both included. If a participant withdraws data that the
   * export contains, the next read throws. This aborts the download.
   */
  async *bytes(id: string, first: number, last: number): AsyncGenerator<Buffer> {
    for (let at = first; at <= last;) {
      const part = await this.unitOfWork.run(async (tx) => {
        const [row] = await tx.query<{ first_byte: number; id: string; bytes: Buffer }>(
          `SELECT p.first_byte, p.id, p.bytes FROM research.study_export e
           JOIN research.study_export_part p ON p.export_id = e.id AND p.first_byte <= $2
           WHERE e.id = $1 AND e.state = 'ready' AND e.expires_at > $3
           ORDER BY p.first_byte DESC LIMIT 1`,
          [id, at, this.clock.now()],
        );
        return row;
      });
      const within =
        part &&
        this.secrets
          .openBytes('study-export-part', part.id, part.bytes)
          .subarray(at - part.first_byte, last + 1 - part.first_byte);
      if (!within || within.length === 0) throw new DomainError('not_found');
      yield within;
      at += within.length;
    }
  }

  private async readerOfStudy(
    tx: Transaction,
    id: string,
    signIn: string,
    now: Date,
  ): Promise<ReaderOfExport | undefined> {
    const [person] = await tx.query<ReaderOfExport>(
      `SELECT t.account_id, t.is_api_token, e.study_id, NULL AS classroom_id
       FROM research.study_export e
       JOIN research.study_profile st ON st.id = e.study_id
       JOIN LATERAL ${tokenHolderSql('$2::uuid', 'e.study_id', '$3')} t ON true
       JOIN identity.account_profile a ON a.id = t.account_id AND a.disabled_at IS NULL
       WHERE e.id = $1 AND ${mayOnStudySql('read_data', 'st', 't.account_id')}
         AND (NOT e.sees_names OR e.ready_at < date_trunc('day', $3::timestamptz, 'UTC')
           OR (a.researcher_privilege AND ${mayOnStudySql('see_names', 'st', 't.account_id')}
             AND NOT ${seesTimesOnlyAfterDaySql('t.account_id')}))`,
      [id, signIn, now],
    );
    return person;
  }

  /**
   * Finds the signed-in person who reads the pooled data of a classroom. API tokens may not read
   * them, because tokens are not bound to classrooms.
   */
  private async readerOfPool(
    tx: Transaction,
    id: string,
    signIn: string,
    now: Date,
  ): Promise<ReaderOfExport | undefined> {
    const [person] = await tx.query<ReaderOfExport>(
      `SELECT t.account_id, t.is_api_token, e.pool_template_id AS study_id, e.pool_classroom_id AS classroom_id
       FROM research.study_export e
       JOIN LATERAL ${tokenHolderSql('$2::uuid', 'e.pool_template_id', '$3')} t ON NOT t.is_api_token
       JOIN identity.account_profile a ON a.id = t.account_id AND a.disabled_at IS NULL
       WHERE e.id = $1 AND e.pool_template_id IS NOT NULL`,
      [id, signIn, now],
    );
    if (!person || person.classroom_id === null) return undefined;
    const pool = { templateId: person.study_id, classroomId: person.classroom_id };
    return (await this.pools.mayRead(tx, pool, person.account_id)) ? person : undefined;
  }

  private async mustBeThere(tx: Transaction, id: string): Promise<Found> {
    const [found] = await tx.query<Found>(
      `SELECT e.size, e.ready_at, e.format, st.title FROM research.study_export e
       JOIN research.study_profile st ON st.id = coalesce(e.study_id, e.pool_template_id)
       WHERE e.id = $1 AND e.state = 'ready' AND e.size IS NOT NULL AND e.ready_at IS NOT NULL
         AND e.expires_at > $2`,
      [id, this.clock.now()],
    );
    if (found) return found;
    const outdated = await tx.query(
      `SELECT e.id FROM research.study_export e WHERE e.id = $1 AND e.state = 'outdated'`,
      [id],
    );
    throw new DomainError(outdated.length > 0 ? 'export_outdated' : 'not_found');
  }
}
