import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DataExport } from '../../contracts/data-rights';
import { Clock } from '../platform/clock';
import { DomainError } from '../platform/errors';
import { UnitOfWork } from '../platform/unit-of-work';
import { ExportUrls } from './export-urls';

interface Row extends Omit<DataExport, 'requested_at' | 'ready_at' | 'expires_at' | 'download_url'> { requested_at: Date; ready_at: Date | null; expires_at: Date }

const columns = 'id AS _id, state, progress, size, requested_at, ready_at, expires_at';

@Injectable()
export class ExportRead {
  constructor(private readonly source: DataSource, private readonly work: UnitOfWork, private readonly urls: ExportUrls, private readonly clock: Clock) {}

  /** The newest first; a limit a day and the days they are kept bound their number. */
  async own(accountId: string): Promise<DataExport[]> {
    const rows: Row[] = await this.source.query(
      `SELECT ${columns} FROM identity.export WHERE account_id = $1 AND expires_at > $2 ORDER BY requested_at DESC, id DESC`, [accountId, this.clock.now()]);
    return rows.map((row) => this.view(row));
  }

  /** @throws DomainError not_found, for somebody else's too. */
  async byId(id: string, accountId: string): Promise<DataExport> {
    const [row]: Row[] = await this.source.query(`SELECT ${columns} FROM identity.export WHERE id = $1 AND account_id = $2 AND expires_at > $3`, [id, accountId, this.clock.now()]);
    if (!row) throw new DomainError('not_found');
    return this.view(row);
  }

  /** For whoever has a signed address. Each download leaves a record in the audit log. @throws DomainError not_found */
  content(id: string, requestId: string): Promise<{ bytes: Buffer; ready_at: Date }> {
    return this.work.run(async (tx) => {
      const now = this.clock.now();
      const [found] = await tx.query<{ account_id: string; ready_at: Date }>(
        `SELECT e.account_id, e.ready_at FROM identity.export e JOIN identity.account a ON a.id = e.account_id
         WHERE e.id = $1 AND e.state = 'ready' AND e.expires_at > $2 AND a.disabled_at IS NULL`, [id, now]);
      if (!found) throw new DomainError('not_found');
      await tx.audit('data-exported', { actor: found.account_id, subject: found.account_id, details: { step: 'downloaded', export_id: id } }, now);
      await tx.as('commonlab_link');
      const [content] = await tx.query<{ bytes: Buffer }>(`SELECT bytes FROM identity.export_content WHERE export_id = $1`, [id]);
      if (!content) throw new DomainError('not_found');
      return { bytes: content.bytes, ready_at: found.ready_at };
    }, { requestId });
  }

  private view({ requested_at, ready_at, expires_at, ...row }: Row): DataExport {
    return {
      ...row, requested_at: requested_at.toISOString(), ready_at: ready_at?.toISOString() ?? null, expires_at: expires_at.toISOString(),
      download_url: row.state === 'ready' ? this.urls.forExport(row._id) : null,
    };
  }
}
