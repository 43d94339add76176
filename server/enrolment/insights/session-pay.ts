import type { PrivacyLevel } from '../../../contracts/studies/studies';
import { hourlyPay, type HourlyPay } from '../../../contracts/payments/fair-pay.rule';
import type { Transaction } from '../../platform/db/unit-of-work';
import { rewardOf } from '../model/session.rule';
import { eventsHiddenSince } from '../model/state-of-day';
import { shownMedian } from './progress.rule';
import { minuteQuartilesSql } from './progress.sql';

type Minutes = { people: number } & Record<
  'lower_quartile' | 'median' | 'upper_quartile',
  number | null
>;

/**
 * Computes the hourly pay of a launched session for its researchers. It is based on the median
 * duration of at least five people or, with fewer people, on the stated minutes. The caller must
 * check that the reader may see the figures of the session.
 * @returns null if nothing is paid
 */
export async function hourlyPayOfSession(
  on: Pick<Transaction, 'query'>,
  sessionId: string,
  now: Date,
): Promise<HourlyPay | null> {
  const [session] = await on.query<{
    privacy_level: PrivacyLevel;
    reward_amount: number | null;
    reward_currency: string | null;
    stated: number;
  }>(
    `SELECT privacy_level, reward_amount, reward_currency, (snapshot->>'duration_minutes')::int AS stated
     FROM research.session WHERE id = $1::uuid AND launched_at IS NOT NULL`,
    [sessionId],
  );
  const reward = session ? rewardOf(session) : null;
  if (!session || reward === null) return null;
  const hidden = eventsHiddenSince(session.privacy_level, now);
  const [taken] = await on.query<Minutes>(minuteQuartilesSql, [sessionId, hidden ?? now, hidden]);
  return hourlyPay(reward, session.stated, taken ? shownMedian(taken, session.stated) : null);
}
