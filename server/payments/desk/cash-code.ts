import { paymentsLimits } from '../../../contracts/payments/limits';
import type { CashCode } from '../../../contracts/payments/payments';
import { minutes } from '../../platform/concurrency/clock';
import { areEqualBytes } from '../../platform/security/same-bytes';
import type { Secrets } from '../../platform/security/secrets';

/**
 * The length of a time window. A code is valid in the window in which it was made, and in the next
 * window. Together, the two windows last `cashCodeMinutes`.
 */
const windowMs = minutes(paymentsLimits.cashCodeMinutes) / 2;
const windowOf = (now: Date): number => Math.floor(now.getTime() / windowMs);

const codeIn = (secrets: Pick<Secrets, 'mac'>, participationId: string, window: number): string =>
  String(
    secrets.mac('cash-code', participationId, String(window)).readUInt32BE(0) % 1_000_000,
  ).padStart(6, '0');

/**
 * Returns the six digits by which a participant confirms a cash payment. The code is not stored:
 * the server computes it from a secret key, the participation and the time.
 */
export const cashCodeOf = (
  secrets: Pick<Secrets, 'mac'>,
  participationId: string,
  now: Date,
): CashCode => ({
  code: codeIn(secrets, participationId, windowOf(now)),
  expires_at: new Date((windowOf(now) + 2) * windowMs).toISOString(),
});

/**
 * Whether the code is the one that the participant's page shows now, or showed in the previous time
 * window.
 */
export const isValidCashCode = (
  secrets: Pick<Secrets, 'mac'>,
  participationId: string,
  now: Date,
  code: string,
): boolean =>
  [0, 1].some((ago) =>
    areEqualBytes(
      Buffer.from(code),
      Buffer.from(codeIn(secrets, participationId, windowOf(now) - ago)),
    ),
  );
