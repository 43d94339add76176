import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isGiftCodeSupplyLow } from './stock.rule';
import type {
  GiftCodeGroup,
  GiftCodeStock,
} from '../../../contracts/payments/gift-codes/gift-codes';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { stocksSql } from './stock.sql';

type Row = Omit<GiftCodeGroup, 'low'> & { groups: number };

@Injectable()
export class GiftCodesRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a researcher's stock as of the beginning of the day. A live number would change at the
   * moment at which a participant of an anonymous session chooses a code (docs/domain.md, 4). Lines
   * with codes in stock come before lines whose codes are used up.
   */
  async of(researcherId: string): Promise<GiftCodeStock> {
    const rows: Row[] = await this.source.query(
      `WITH codes AS (
         SELECT c.wallet_id, c.brand, c.amount, c.expires, c.handed_on < $2::date IS TRUE AS is_handed,
           c.expires < $2::date IS TRUE AS has_expired
         FROM identity.gift_code c JOIN identity.wallet w ON w.id = c.wallet_id WHERE w.researcher_id = $1),
       counted AS (
         SELECT wallet_id, brand, amount, expires,
           (count(*) FILTER (WHERE NOT is_handed AND NOT has_expired))::int AS "left",
           (count(*) FILTER (WHERE is_handed))::int AS handed_out,
           (count(*) FILTER (WHERE NOT is_handed AND has_expired))::int AS expired
         FROM codes GROUP BY wallet_id, brand, amount, expires)
       SELECT c.brand, c.amount, stock.currency, c.expires::text AS expires, c."left", c.handed_out, c.expired,
         stock.lasting, stock.needed, (count(*) OVER ())::int AS groups
       FROM counted c JOIN (${stocksSql('w.researcher_id = $1', '$2')}) stock
         ON stock.wallet_id = c.wallet_id AND stock.amount = c.amount
       ORDER BY c."left" = 0, stock.currency, c.amount, c.brand, c.expires LIMIT $3`,
      [researcherId, utcDay(this.clock.now()), paymentsLimits.giftCodeGroups],
    );
    return {
      items: rows.map(({ groups: _, ...group }) => ({ ...group, low: isGiftCodeSupplyLow(group) })),
      next_cursor: null,
      more: (rows[0]?.groups ?? 0) - rows.length,
    };
  }
}
