import {
  fairRateOf,
  hourlyPay,
  judgePay,
  rewardReaching,
  type FairRate,
  type HourlyPay,
  type PayJudgement,
} from '../../../../contracts/payments/fair-pay.rule';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { mayRun } from '../collaborators/role.rule';

export interface SessionPay extends HourlyPay {
  /** Null if the operator says nothing about the currency. */
  readonly judgement: PayJudgement | null;
  readonly fair: FairRate | undefined;
  /**
   * The reward that reaches the floor, in minor units: while the session runs below it, and only for people who may top
   * up.
   */
  readonly topUp: number | null;
}

/**
 * What a session pays in an hour.
 * @param median minutes that people took; null if none may be shown
 * @returns null if it pays nothing
 */
export function payOfSession(
  session: Pick<Session, 'reward' | 'stated_minutes' | 'state' | 'launched_at' | 'role'>,
  median: number | null,
  rates: readonly FairRate[] | undefined,
): SessionPay | null {
  const pay = hourlyPay(session.reward, session.stated_minutes, median);
  if (!pay) return null;
  const judgement = judgePay(pay.rate, rates);
  const fair = fairRateOf(rates, pay.rate.currency);
  const runs = session.launched_at !== null && session.state !== 'closed';
  const isDue = judgement === 'below_floor' && fair !== undefined && runs && mayRun(session.role);
  return { ...pay, judgement, fair, topUp: isDue ? rewardReaching(fair.floor, pay.minutes) : null };
}

/** The payments of a session, with the dialog of the top-up open at this reward. */
export const topUpPath = (sessionId: string, reward: number): string =>
  `/sessions/${sessionId}?top-up=${reward}#payments`;
