import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, singleLine } from '../base/fields';
import { paymentsLimits } from './limits';

/**
 * The kinds of payments on top of the reward.
 * - `bonus`: an amount for participants whom the researcher names.
 * - `top_up`: raises the reward to a new total for all participants whose reward was lower.
 * - `by_answers`: what the participants' answers earned (pay-by-answers.ts).
 */
export const bonusKinds = ['bonus', 'top_up', 'by_answers'] as const;
export const BonusKind = z.enum(bonusKinds);
export type BonusKind = z.output<typeof BonusKind>;

/** An amount in minor units of the session's currency. */
const Amount = z.int().min(1).max(paymentsLimits.bonusAmount);
/**
 * The digest that the preview returned: it ensures that exactly the amounts shown in the preview
 * are paid.
 */
export const PreviewDigest = z.string().regex(/^[0-9a-f]{64}$/, { error: 'invalid' });
/**
 * The currency in which the researcher expects the session to pay; the call is refused if the
 * session pays in another currency.
 */
export const expectedCurrency = z.string().max(3).optional();

export const BonusLine = z.strictObject({
  /** The participant's tag on the roster. */
  tag: z.string().trim().toLowerCase().min(1).max(32),
  amount: Amount,
});
export type BonusLine = z.output<typeof BonusLine>;

export const addFieldIssue = (
  context: { addIssue: (issue: { code: 'custom'; message: string; path: string[] }) => void },
  path: string,
  message: string,
) => context.addIssue({ code: 'custom', message, path: [path] });

/**
 * Pays a bonus: either a different amount to each participant of `lines`, or the same `amount` to
 * all approved participants.
 */
export const NewBonus = z
  .strictObject({
    /** The reason, which the participants can read. */
    reason: singleLine(paymentsLimits.bonusReason),
    lines: z.array(BonusLine).min(1).max(paymentsLimits.linesPerBonus).optional(),
    amount: Amount.optional(),
    to: z.literal('approved').optional(),
    currency: expectedCurrency,
    digest: PreviewDigest.optional(),
  })
  .superRefine(({ lines, amount, to }, context) => {
    if (lines !== undefined) {
      if (amount !== undefined) addFieldIssue(context, 'amount', 'not_allowed');
      if (to !== undefined) addFieldIssue(context, 'to', 'not_allowed');
    } else {
      if (amount === undefined) addFieldIssue(context, 'amount', 'required');
      if (to === undefined) addFieldIssue(context, 'to', 'required');
    }
  });
export type NewBonus = z.output<typeof NewBonus>;

export const NewTopUp = z.strictObject({
  /** The target of a top-up: the total reward that each participant should have, in minor units. */
  reward: Amount,
  currency: expectedCurrency,
  digest: PreviewDigest.optional(),
});
export type NewTopUp = z.output<typeof NewTopUp>;

const sums = {
  people: z.int(),
  /** The total of all participants in minor units, without the fee. */
  amount_total: z.int(),
  /** What the platform charges in addition to the amounts, in minor units. */
  fee: z.int(),
  currency: z.string(),
};

/**
 * A preview of what would be paid. In an anonymous session it uses the roster as of the beginning of the current day
 * (UTC) (docs/domain.md, 4).
 */
export const BonusPreview = z
  .object({
    digest: PreviewDigest,
    ...sums,
    /** How much money the owner's wallet lacks for these payments; 0 where it suffices. */
    missing: z.int(),
  })
  .meta({ id: 'BonusPreview' });
export type BonusPreview = z.output<typeof BonusPreview>;

/**
 * A bonus, top-up or pay by answers that was paid: all of its payments, which were made together.
 */
export const Bonus = z
  .object({
    _id: Id,
    kind: BonusKind,
    reason: z.string().nullable(),
    ...sums,
    /** UTC. */
    day: z.iso.date(),
  })
  .meta({ id: 'Bonus' });
export type Bonus = z.output<typeof Bonus>;

/**
 * The common options of endpoints that pay amounts on top of the reward. Without `digest`, such a
 * call only previews the payments; with the `digest` of that preview, it makes them.
 */
export const previewThenPayOptions = {
  access: { ...researchersOnly, policy: 'session.manage' },
  params: IdParams,
  replies: { 200: BonusPreview, 201: Bonus },
  idempotencyKey: true,
  errors: [
    'forbidden',
    'not_found',
    'digest_stale',
    'insufficient_funds',
    'idempotency_conflict',
    'nobody_to_pay',
    'session_unpaid',
  ],
} as const;

export const payBonus = endpoint('POST', '/api/sessions/{id}/bonuses/', {
  summary:
    'Pay participants something on top: without `digest` says what it costs, with the digest of that answer pays it',
  ...previewThenPayOptions,
  body: NewBonus,
  bodyBytes: paymentsLimits.bonusBytes,
});
export const payTopUp = endpoint('POST', '/api/sessions/{id}/top-up/', {
  summary:
    'Pay all whose reward is below a rate what lacks: without `digest` says what it costs, with the digest of that answer pays it',
  ...previewThenPayOptions,
  body: NewTopUp,
});
