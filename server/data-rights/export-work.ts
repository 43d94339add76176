import { Injectable } from '@nestjs/common';
import { limits } from '../../contracts/limits';
import { Clock, days, later } from '../platform/clock';
import { UnitOfWork } from '../platform/unit-of-work';

export interface Begun { account_id: string; language: string; tries: number }

/** The states of a copy while a worker makes it. Each step finds out whether the copy is still wanted. */
@Injectable()
export class ExportWork {
  constructor(private readonly work: UnitOfWork, private readonly clock: Clock) {}

  /** Counts a try. @returns undefined for a copy that was thrown away, is finished or was given up. */
  async begin(exportId: string): Promise<Begun | undefined> {
    const [begun] = await this.work.run((tx) => tx.query<Begun>(
      `UPDATE identity.export e SET state = 'running', progress = 0, tries = e.tries + 1 FROM identity.account a
       WHERE e.id = $1 AND a.id = e.account_id AND e.state IN ('waiting', 'running') RETURNING e.account_id, a.language, e.tries`, [exportId]));
    return begun;
  }

  /** @returns false when nobody wants it any more. */
  async advance(exportId: string, progress: number): Promise<boolean> {
    const rows = await this.work.run((tx) => tx.query(`UPDATE identity.export SET progress = $2 WHERE id = $1 AND state = 'running' RETURNING id`, [exportId, progress]));
    return rows.length > 0;
  }

  /** State, content and event together: of two workers that made it, one stores it. */
  finish(exportId: string, bytes: Buffer, requestId: string | null): Promise<boolean> {
    return this.work.run(async (tx) => {
      const now = this.clock.now();
      const [done] = await tx.query<{ account_id: string }>(
        `UPDATE identity.export SET state = 'ready', progress = 100, size = $2, ready_at = $3, expires_at = $4 WHERE id = $1 AND state = 'running' RETURNING account_id`,
        [exportId, bytes.length, now, later(now, days(limits.exportDays))],
      );
      if (!done) return false;
      await tx.as('commonlab_link');
      await tx.query(`INSERT INTO identity.export_content (export_id, bytes) VALUES ($1, $2)`, [exportId, bytes]);
      await tx.as('commonlab_app');
      tx.record('identity.export-ready', { account_id: done.account_id, export_id: exportId });
      return true;
    }, { requestId });
  }

  async giveUp(exportId: string): Promise<void> {
    await this.work.run((tx) => tx.query(`UPDATE identity.export SET state = 'failed' WHERE id = $1 AND state = 'running'`, [exportId]));
  }
}
