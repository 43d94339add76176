import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Id } from '../../../contracts/base/fields';
import { limits } from '../../../contracts/base/limits';
import type {
  PayoutBatch,
  PayoutBatches,
  WaitingPayouts,
} from '../../../contracts/payments/bank-payouts';
import { DomainError } from '../../platform/errors/errors';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';

type Row = Omit<PayoutBatch, 'total' | 'created_at'> & { total: string; created_at: Date };

const select = `
  SELECT b.id AS _id, b.currency, b.payments, b.total, b.created_at,
    CASE WHEN b.drawn_by IS NOT NULL
      THEN jsonb_build_object('_id', b.drawn_by, 'first_name', p.first_name, 'last_name', p.last_name) END
      AS drawn_by,
    (SELECT jsonb_build_object(
       'drawn', count(*) FILTER (WHERE l.state = 'drawn'),
       'paid', count(*) FILTER (WHERE l.state = 'paid'),
       'returned', count(*) FILTER (WHERE l.state = 'returned'))
     FROM identity.bank_payout l WHERE l.batch_id = b.id) AS states
  FROM identity.payout_batch b LEFT JOIN identity.person p ON p.id = b.drawn_by`;

const onTheWire = ({ total, created_at, ...row }: Row): PayoutBatch => ({
  ...row,
  total: Number(total),
  created_at: created_at.toISOString(),
});

/** Lists batches without their lines, so that the result names no recipient. */
@Injectable()
export class PayoutBatchRead {
  constructor(private readonly source: DataSource) {}

  /** Newest first. */
  async list({
    limit = limits.pageSize,
    cursor,
  }: {
    limit?: number | undefined;
    cursor?: string | undefined;
  }): Promise<PayoutBatches> {
    const rows: Row[] = await this.source.query(
      `${select} WHERE ($1::uuid IS NULL OR b.id < $1) ORDER BY b.id DESC LIMIT $2`,
      [decodeCursor(Id, cursor), limit + 1],
    );
    return {
      ...pageOfRows(rows.map(onTheWire), limit, (last) => last._id),
      waiting: await this.waiting(),
    };
  }

  /** @throws DomainError not_found */
  async byId(id: string): Promise<PayoutBatch> {
    const [row]: Row[] = await this.source.query(`${select} WHERE b.id = $1`, [id]);
    if (!row) throw new DomainError('not_found');
    return onTheWire(row);
  }

  private async waiting(): Promise<WaitingPayouts[]> {
    const rows: (Omit<WaitingPayouts, 'total'> & { total: string })[] = await this.source.query(
      `SELECT currency, count(*)::int AS payments, sum(amount)::bigint AS total
       FROM identity.bank_payout WHERE state = 'ready' GROUP BY currency ORDER BY currency`,
    );
    return rows.map((row) => ({ ...row, total: Number(row.total) }));
  }
}
