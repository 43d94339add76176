import { createHmac } from 'node:crypto';
import {
  returnOutcomes,
  type ReturnOutcome,
} from '../../contracts/external-returns/external-returns';
import { sha256 } from '../platform/security/secrets';
import { areEqualBytes } from '../platform/security/same-bytes';
import { encodeShortCode } from '../platform/security/short-code';

const macOf = (secret: string, said: string): Buffer =>
  createHmac('sha256', secret).update(said).digest();

/**
 * Computes the HMAC-SHA-256 of `<session>.<participant>.<outcome>` under the session's secret, in
 * lower-case hexadecimal digits. So a signature for one session is not valid in another session.
 */
export const returnSignatureOf = (
  secret: string,
  of: { session: string; participant: string; outcome: ReturnOutcome },
): string => macOf(secret, `${of.session}.${of.participant}.${of.outcome}`).toString('hex');

/** Derives the token of the study's server, 43 characters of base64url. */
export const serverTokenOf = (secret: string): string =>
  macOf(secret, 'token').toString('base64url');

/** Derives the completion codes: eight characters for each outcome, the same for all participants of the session. */
export const completionCodesOf = (secret: string): Record<ReturnOutcome, string> => ({
  completed: encodeShortCode(macOf(secret, 'code.completed')),
  screened_out: encodeShortCode(macOf(secret, 'code.screened_out')),
  failed_check: encodeShortCode(macOf(secret, 'code.failed_check')),
});

/** Compares two texts in constant time, so that the duration does not reveal where they differ. */
export const equalsInConstantTime = (given: string, right: string): boolean =>
  areEqualBytes(sha256(given), sha256(right));

/**
 * Finds the outcome whose code was typed; spaces, hyphens and case do not matter. Null for any
 * other text.
 */
export function outcomeOfCompletionCode(secret: string, typed: string): ReturnOutcome | null {
  const plain = typed.replace(/[\s-]/g, '').toUpperCase();
  const codes = completionCodesOf(secret);
  const fits = returnOutcomes.filter((outcome) => equalsInConstantTime(plain, codes[outcome]));
  return fits[0] ?? null;
}
