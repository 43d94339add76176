import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { GiftCodeGroup, GiftCodeStock } from '../../../contracts/payments/gift-codes';
import { paymentsLimits } from '../../../contracts/payments/limits';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { isLow } from './stock.rule';

type Row = Omit<GiftCodeGroup, 'low'> & {
  left_of_value: number;
  ever_of_value: number;
  groups: number;
};

@Injectable()
export class GiftCodesRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * A researcher's stock as it was when the day began: the moment at which a number fell would be that at which a
   * participant of an anonymous session acted (docs/domain.md, 4). Groups with codes left come first.
   */
  async of(researcherId: string): Promise<GiftCodeStock> {
    const rows: Row[] = await this.source.query(
      `WITH codes AS (
         SELECT c.brand, c.amount, w.currency, c.expires, c.handed_on < $2::date IS TRUE AS is_handed,
           c.expires < $2::date IS TRUE AS has_expired
         FROM identity.gift_code c JOIN identity.wallet w ON w.id = c.wallet_id WHERE w.researcher_id = $1),
       counted AS (
         SELECT brand, amount, currency, expires,
           (count(*) FILTER (WHERE NOT is_handed AND NOT has_expired))::int AS "left",
           (count(*) FILTER (WHERE is_handed))::int AS handed_out,
           (count(*) FILTER (WHERE NOT is_handed AND has_expired))::int AS expired
         FROM codes GROUP BY brand, amount, currency, expires)
       SELECT brand, amount, currency, expires::text AS expires, "left", handed_out, expired,
         (sum("left") OVER (PARTITION BY currency, amount))::int AS left_of_value,
         (sum("left" + handed_out + expired) OVER (PARTITION BY currency, amount))::int AS ever_of_value,
         (count(*) OVER ())::int AS groups
       FROM counted ORDER BY "left" = 0, currency, amount, brand, counted.expires LIMIT $3`,
      [researcherId, utcDay(this.clock.now()), paymentsLimits.giftCodeGroups],
    );
    return {
      items: rows.map(({ left_of_value, ever_of_value, groups: _, ...group }) => ({
        ...group,
        low: isLow(left_of_value, ever_of_value),
      })),
      next_cursor: null,
      more: (rows[0]?.groups ?? 0) - rows.length,
    };
  }
}
