import { z } from 'zod';
import { endpoint } from '../base/endpoint';
import { line } from '../base/fields';
import { currency, Digest, fault, previewThenPay } from './bonuses';
import { paymentsLimits } from './limits';

/**
 * How many participants must get the same amount in an anonymous session, for each amount that is
 * paid. Participants who get nothing must be as many too, or there must be none.
 */
export const fewestPaidAlike = 5;

export const AnswerLine = z.strictObject({
  /** The participant's code in exports. */
  participant: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{32}$/, { error: 'invalid' }),
  /** The amount in minor units of the session's currency. */
  amount: z.int().min(1).max(paymentsLimits.bonusAmount),
});
export type AnswerLine = z.output<typeof AnswerLine>;

/** Either `lines`, or an `expression` over the last values of each participant's run (expression.rule.ts). */
export const NewPayByAnswers = z
  .strictObject({
    /** The reason, which the participants can read. */
    reason: line(paymentsLimits.bonusReason),
    lines: z.array(AnswerLine).min(1).max(paymentsLimits.linesByAnswers).optional(),
    /**
     * An expression whose value is an amount in units of the currency, such as euros: `0.1 *
     * correct`.
     */
    expression: line(paymentsLimits.expression).optional(),
    currency,
    digest: Digest.optional(),
  })
  .superRefine(({ lines, expression }, context) => {
    if (lines !== undefined && expression !== undefined)
      fault(context, 'expression', 'not_allowed');
    if (lines === undefined && expression === undefined) fault(context, 'lines', 'required');
  });
export type NewPayByAnswers = z.output<typeof NewPayByAnswers>;

export const payByAnswers = endpoint('POST', '/api/sessions/{id}/pay-by-answers/', {
  summary:
    'Pay a closed session by its answers, once: without `digest` says what it costs, with the digest of that answer pays it',
  ...previewThenPay,
  errors: [
    ...previewThenPay.errors,
    'not_paid_by_answers',
    'paid_by_answers_before',
    'still_taking_part',
    'too_few_paid_alike',
    'unavailable',
  ],
  body: NewPayByAnswers,
  bodyBytes: paymentsLimits.bonusBytes,
});
