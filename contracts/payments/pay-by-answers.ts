import { z } from 'zod';
import { endpoint } from '../base/endpoint';
import { singleLine } from '../base/fields';
import { expectedCurrency, PreviewDigest, addFieldIssue, previewThenPayOptions } from './bonuses';
import { paymentsLimits } from './limits';

/**
 * In an anonymous session, each amount that is paid must go to at least this many participants. At
 * least as many must get nothing, unless all get something.
 */
export const minPeoplePerAmount = 5;

export const PayByAnswersLine = z.strictObject({
  /** The participant's code in exports. */
  participant: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{32}$/, { error: 'invalid' }),
  /** The amount in minor units of the session's currency. */
  amount: z.int().min(1).max(paymentsLimits.bonusAmount),
});
export type PayByAnswersLine = z.output<typeof PayByAnswersLine>;

/**
 * Pays by answers. The amounts come from `lines`, or from an `expression` that the server evaluates
 * for each participant. A name in the expression stands for the last value of a column of the
 * participant's data (server/payments/by-answers/expression.rule.ts).
 */
export const NewPayByAnswers = z
  .strictObject({
    /** The reason, which the participants can read. */
    reason: singleLine(paymentsLimits.bonusReason),
    lines: z.array(PayByAnswersLine).min(1).max(paymentsLimits.linesByAnswers).optional(),
    /**
     * An expression whose value is an amount in units of the currency, such as euros: `0.1 *
     * correct`.
     */
    expression: singleLine(paymentsLimits.expression).optional(),
    currency: expectedCurrency,
    digest: PreviewDigest.optional(),
  })
  .superRefine(({ lines, expression }, context) => {
    if (lines !== undefined && expression !== undefined)
      addFieldIssue(context, 'expression', 'not_allowed');
    if (lines === undefined && expression === undefined)
      addFieldIssue(context, 'lines', 'required');
  });
export type NewPayByAnswers = z.output<typeof NewPayByAnswers>;

export const payByAnswers = endpoint('POST', '/api/sessions/{id}/pay-by-answers/', {
  summary:
    'Pay a closed session by its answers, once: without `digest` says what it costs, with the digest of that answer pays it',
  ...previewThenPayOptions,
  errors: [
    ...previewThenPayOptions.errors,
    'not_paid_by_answers',
    'paid_by_answers_before',
    'still_taking_part',
    'too_few_paid_alike',
    'unavailable',
  ],
  body: NewPayByAnswers,
  bodyBytes: paymentsLimits.bonusBytes,
});
