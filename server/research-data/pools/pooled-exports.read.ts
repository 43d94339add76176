import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ExportFormat, StudyExport } from '../../../contracts/research-data/research-data';
import { Clock } from '../../platform/concurrency/clock';

export interface PooledExport {
  readonly _id: string;
  readonly state: StudyExport['state'];
  readonly format: ExportFormat;
  readonly runs: number | null;
  readonly requested_at: Date;
  readonly expires_at: Date;
}

/** Finds the newest export of each pool. */
@Injectable()
export class PooledExportsRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /** Finds the newest exports, by template id. The caller must check who may read them. */
  async newest(classroomId: string): Promise<ReadonlyMap<string, PooledExport>> {
    const rows: (PooledExport & { template_id: string | null })[] = await this.source.query(
      `SELECT DISTINCT ON (e.pool_template_id) e.pool_template_id AS template_id, e.id AS _id,
         CASE WHEN e.state = 'ready' AND e.expires_at <= $2 THEN 'expired' ELSE e.state END AS state,
         e.format, (e.counts->>'runs')::int AS runs, e.requested_at, e.expires_at
       FROM research.study_export e WHERE e.pool_classroom_id = $1
       ORDER BY e.pool_template_id, e.requested_at DESC, e.id DESC`,
      [classroomId, this.clock.now()],
    );
    return new Map(
      rows.flatMap(({ template_id, ...row }): [string, PooledExport][] =>
        template_id === null ? [] : [[template_id, row]],
      ),
    );
  }
}
