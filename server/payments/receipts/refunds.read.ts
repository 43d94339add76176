import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Id } from '../../../contracts/base/fields';
import type { Refund } from '../../../contracts/payments/receipts/receipts';
import { pageOfRows, decodeCursor } from '../../platform/http/cursor';

/** Reads refunds: money that was taken out of wallets. */
@Injectable()
export class RefundsRead {
  constructor(private readonly source: DataSource) {}

  /** Lists the refunds of one researcher, newest first. */
  async list(accountId: string, limit: number, cursor: string | undefined) {
    const rows: (Omit<Refund, 'amount'> & { amount: string })[] = await this.source.query(
      `SELECT r.id AS _id, r.wallet_id, r.amount, w.currency, r.reference, r.day::text AS day
       FROM identity.wallet_refund r JOIN identity.wallet w ON w.id = r.wallet_id
       WHERE w.researcher_id = $1 AND ($2::uuid IS NULL OR r.id < $2) ORDER BY r.id DESC LIMIT $3`,
      [accountId, decodeCursor(Id, cursor), limit + 1],
    );
    const page = pageOfRows(rows, limit, (last) => last._id);
    return { ...page, items: page.items.map((row) => ({ ...row, amount: Number(row.amount) })) };
  }
}
