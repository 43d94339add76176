import type { Bonus, BonusKind } from '../../../contracts/payments/bonuses';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Transaction } from '../../platform/db/unit-of-work';
import { badFields } from '../../platform/errors/errors';
import type { Secrets } from '../../platform/security/secrets';
import type { bonusTotals } from './bonus-lines.rule';

/** The session that pays, as the caller has read or locked it. */
export interface BonusPayingSession {
  readonly session_id: string;
  readonly privacy_level: PrivacyLevel;
  readonly currency: string;
  readonly fee_basis_points: number;
}

export interface BonusPlan {
  readonly totals: ReturnType<typeof bonusTotals>;
  readonly reason: string | null;
  readonly digest: Buffer;
  /** Inserts the payments of a bonus in random order. The row of the bonus exists already. */
  insert(tx: Transaction, bonus: Bonus): Promise<void>;
}

/** A bonus that a researcher requested, with the function that decides whom it pays. */
export interface BonusOrder {
  readonly kind: BonusKind;
  /** The currency of the request's amounts; undefined if the request does not state it. */
  readonly currency: string | undefined;
  /**
   * The digest that the preview returned, in hexadecimal digits; undefined if the request asks for
   * a preview.
   */
  readonly digest: string | undefined;
  /**
   * Whether the money comes from the amount that the session reserves for pay by answers (a bonus
   * that depends on each participant's answers). After the payment, that reserve is 0.
   */
  readonly spendsForAnswers: boolean;
  /**
   * Decides whom the bonus pays, and how much.
   * @throws DomainError if a line of the request cannot be paid: digest_stale if the researcher has
   * already confirmed a preview, otherwise validation_failed
   */
  plan(
    on: Pick<Transaction, 'query'>,
    secrets: Pick<Secrets, 'mac'>,
    hold: BonusPayingSession,
    now: Date,
  ): Promise<BonusPlan>;
}

/** The highest number of line errors in one response. */
const mostFaults = 100;

/**
 * Makes the error for lines that cannot be paid.
 * @param field the name of the refused field of each line
 */
export const bonusLinesError = (
  faults: readonly { readonly index: number; readonly code: string }[],
  field: 'tag' | 'participant',
) =>
  badFields(
    faults
      .slice(0, mostFaults)
      .map(({ index, code }) => ({ path: `lines.${index}.${field}`, code })),
  );
