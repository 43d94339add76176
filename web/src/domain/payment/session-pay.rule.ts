import {
  fairPayRatesOf,
  hourlyPay,
  judgePay,
  minRewardForRate,
  type FairPayRates,
  type HourlyPay,
  type PayJudgement,
} from '../../../../contracts/payments/fair-pay.rule';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { mayManageStudy } from '../collaborators/role.rule';

export interface SessionPay extends HourlyPay {
  /** Null if the operator has set no fair rate for the currency. */
  readonly judgement: PayJudgement | null;
  readonly fair: FairPayRates | undefined;
  /**
   * The reward, in minor units, with which the session would pay the minimum. It is set only if the
   * session is running, pays less than the minimum, and the reader may top up the reward.
   */
  readonly topUp: number | null;
}

/**
 * Calculates what a session pays per hour.
 * @param median minutes that people took; null if the page must not show it
 * @returns null if the session pays nothing
 */
export function payOfSession(
  session: Pick<Session, 'reward' | 'stated_minutes' | 'state' | 'launched_at' | 'role'>,
  median: number | null,
  rates: readonly FairPayRates[] | undefined,
): SessionPay | null {
  const pay = hourlyPay(session.reward, session.stated_minutes, median);
  if (!pay) return null;
  const judgement = judgePay(pay.rate, rates);
  const fair = fairPayRatesOf(rates, pay.rate.currency);
  const runs = session.launched_at !== null && session.state !== 'closed';
  const isDue =
    judgement === 'below_floor' && fair !== undefined && runs && mayManageStudy(session.role);
  return {
    ...pay,
    judgement,
    fair,
    topUp: isDue ? minRewardForRate(fair.floor, pay.minutes) : null,
  };
}

/** Returns an address that opens the session's payments and the dialog to top up the reward. */
export const topUpPath = (sessionId: string, reward: number): string =>
  `/sessions/${sessionId}?top-up=${reward}#payments`;
