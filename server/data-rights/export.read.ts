import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DataExport } from '../../contracts/data-rights/data-rights';
import { dataRightsLimits } from '../../contracts/data-rights/limits';
import { Clock, days, addMilliseconds } from '../platform/concurrency/clock';
import { DomainError } from '../platform/errors/errors';
import type { Person } from '../access/person';
import { ExportUrls } from './export-urls';

interface Row extends Omit<
  DataExport,
  'requested_at' | 'ready_at' | 'expires_at' | 'download_url'
> {
  requested_at: Date;
  ready_at: Date | null;
  expires_at: Date;
}

/** The owner of the exports, and the sign-in for which download addresses are signed. */
type Reader = Pick<Person, 'account_id' | 'token_id'>;

/**
 * The expiry job runs a little late. So this statement compares `expires_at` with the current time
 * ($2) to find out whether an export has expired. An export that expired before $3 is no longer
 * listed.
 */
const columns = `id AS _id,
  CASE WHEN state = 'ready' AND expires_at <= $2 THEN 'expired' ELSE state END AS state, progress,
  CASE WHEN expires_at > $2 THEN size END AS size, requested_at, ready_at, expires_at`;
const isTold = `(expires_at > $2 OR (state IN ('ready', 'expired') AND expires_at > $3))`;

@Injectable()
export class ExportRead {
  constructor(
    private readonly source: DataSource,
    private readonly urls: ExportUrls,
    private readonly clock: Clock,
  ) {}

  /** Lists all exports, newest first; the daily limit and the retention period bound their number. */
  async own({ account_id, token_id }: Reader): Promise<DataExport[]> {
    const rows: Row[] = await this.source.query(
      `SELECT ${columns} FROM identity.export WHERE account_id = $1 AND ${isTold} ORDER BY requested_at DESC, id DESC`,
      [account_id, ...this.moments()],
    );
    return rows.map((row) => this.view(row, token_id));
  }

  /** @throws DomainError not_found, also for an export of another account */
  async byId(id: string, { account_id, token_id }: Reader): Promise<DataExport> {
    const [row]: Row[] = await this.source.query(
      `SELECT ${columns} FROM identity.export WHERE id = $1 AND account_id = $4 AND ${isTold}`,
      [id, ...this.moments(), account_id],
    );
    if (!row) throw new DomainError('not_found');
    return this.view(row, token_id);
  }

  /**
   * @throws DomainError unauthenticated if the account was erased after it had requested this
   * export
   */
  async requested(id: string, reader: Reader): Promise<DataExport> {
    try {
      return await this.byId(id, reader);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found')
        throw new DomainError('unauthenticated');
      throw error;
    }
  }

  private moments(): [Date, Date] {
    const now = this.clock.now();
    return [now, addMilliseconds(now, -days(dataRightsLimits.expiredExportDays))];
  }

  private view({ requested_at, ready_at, expires_at, ...row }: Row, tokenId: string): DataExport {
    return {
      ...row,
      requested_at: requested_at.toISOString(),
      ready_at: ready_at?.toISOString() ?? null,
      expires_at: expires_at.toISOString(),
      download_url: row.state === 'ready' ? this.urls.forExport(row._id, tokenId) : null,
    };
  }
}
