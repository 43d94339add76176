import type { Bonus, BonusKind } from '../../../contracts/payments/bonuses';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Transaction } from '../../platform/db/unit-of-work';
import { badFields } from '../../platform/errors/errors';
import type { Secrets } from '../../platform/security/secrets';
import type { bonusTotals } from './bonus-lines.rule';

/** The session that pays, as the caller read or locked it. */
export interface PayingHold {
  readonly session_id: string;
  readonly privacy_level: PrivacyLevel;
  readonly currency: string;
  readonly fee_basis_points: number;
}

export interface BonusPlan {
  readonly totals: ReturnType<typeof bonusTotals>;
  readonly reason: string | null;
  readonly digest: Buffer;
  /** Inserts the payments of the bonus, whose row is there, in an order of chance. */
  insert(tx: Transaction, bonus: Bonus): Promise<void>;
}

/** What a researcher asked for, and how it is found out whom that pays. */
export interface BonusOrder {
  readonly kind: BonusKind;
  /** What the researcher takes the amounts for; undefined where the request does not say it. */
  readonly currency: string | undefined;
  /** Of the first step, in hexadecimal digits; undefined in that step. */
  readonly digest: string | undefined;
  /** Whether it is paid from what the hold has for pay by answers, of which nothing is held afterwards. */
  readonly spendsForAnswers: boolean;
  /** @throws DomainError validation_failed where it cannot be paid so, digest_stale instead in the second step */
  plan(
    on: Pick<Transaction, 'query'>,
    secrets: Pick<Secrets, 'mac'>,
    hold: PayingHold,
    now: Date,
  ): Promise<BonusPlan>;
}

/** Lines that cannot be paid in one answer: more are of no help. */
const mostFaults = 100;

/** @param field of each line */
export const refusedLines = (
  faults: readonly { readonly index: number; readonly code: string }[],
  field: 'tag' | 'participant',
) =>
  badFields(
    faults
      .slice(0, mostFaults)
      .map(({ index, code }) => ({ path: `lines.${index}.${field}`, code })),
  );
