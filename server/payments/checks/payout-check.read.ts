import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { limits } from '../../../contracts/base/limits';
import type { PayoutCheck } from '../../../contracts/payments/payout-checks';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';

type Row = Omit<PayoutCheck, 'year_total' | 'year'> & { year_total: string };

const Position = z.strictObject({ day: z.iso.date(), id: z.uuid() });

/**
 * Lists payouts that wait for a check, the oldest first; payouts of the same day come in random
 * order.
 */
@Injectable()
export class PayoutCheckRead {
  constructor(private readonly source: DataSource) {}

  async list({ limit = limits.pageSize, cursor }: { limit?: number; cursor?: string | undefined }) {
    const after = decodeCursor(Position, cursor);
    const rows: Row[] = await this.source.query(
      `SELECT id AS _id, amount, currency, day::text AS day, year_total FROM identity.payout_check
       WHERE state = 'held' AND ($1::date IS NULL OR (day, id) > ($1, $2::uuid)) ORDER BY day, id LIMIT $3`,
      [after?.day ?? null, after?.id ?? null, limit + 1],
    );
    const page = pageOfRows(rows, limit, ({ day, _id }) => ({ day, id: _id }));
    return {
      ...page,
      items: page.items.map(({ year_total, ...row }): PayoutCheck => ({
        ...row,
        year: Number(row.day.slice(0, 4)),
        year_total: Number(year_total),
      })),
    };
  }
}
