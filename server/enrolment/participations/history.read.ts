import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Participation } from '../../../contracts/participations';
import { pageOfRows, readCursor } from '../../platform/http/cursor';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import {
  participationColumns,
  participationView,
  type ParticipationRow,
} from './participation-view';

const position = z.strictObject({ at: z.iso.datetime(), id: z.uuid() });

/**
 * One person's participations in all studies. Only the link table connects them, so the query runs
 * under the role that may read it.
 */
@Injectable()
export class HistoryRead {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async of(
    accountId: string,
    limit: number,
    cursor: string | undefined,
  ): Promise<{ items: Participation[]; next_cursor: string | null }> {
    const after = readCursor(position, cursor);
    const rows = await this.unitOfWork.run(
      (tx) =>
        tx.query<ParticipationRow>(
          `SELECT ${participationColumns} FROM identity.participation_link l
           JOIN research.participation p ON p.id = l.participation_id
           JOIN research.session s ON s.id = p.session_id
       WHERE l.account_id = $1 AND ($2::timestamptz IS NULL OR (date_trunc('milliseconds', p.created_at), p.id) < ($2, $3::uuid))
       ORDER BY date_trunc('milliseconds', p.created_at) DESC, p.id DESC LIMIT $4`,
          [accountId, after?.at ?? null, after?.id ?? null, limit + 1],
        ),
      { role: 'commonlab_link' },
    );
    const page = pageOfRows(rows, limit, (last) => ({
      at: last.created_at.toISOString(),
      id: last.id,
    }));
    return { items: page.items.map(participationView), next_cursor: page.next_cursor };
  }
}
