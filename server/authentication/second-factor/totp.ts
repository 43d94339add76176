import { generateSecret, generateURI, verifySync } from 'otplib';
import { minutes } from '../../platform/concurrency/clock';

/** The name that the authenticator app shows beside the code. */
const issuer = 'Commonlab';
const period = minutes(0.5) / 1000;

export interface NewTotp {
  secret: string;
  uri: string;
}

/**
 * Creates a secret of 160 bits in base32, and the `otpauth:` address that an app reads from a QR
 * code.
 */
export function newTotp(label: string): NewTotp {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label, secret }) };
}

/**
 * Finds the time step to which a code belongs: the current step, or the one before or after it (RFC
 * 6238, 5.2). The step must be later than the step of the last accepted code, so that no code is
 * accepted twice.
 * @returns undefined for any other code
 */
export function totpStepOf(
  secret: string,
  code: string,
  now: Date,
  last: bigint | null,
): bigint | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    period,
    epochTolerance: period,
  });
  if (!result.valid || !('timeStep' in result)) return undefined;
  const step = BigInt(result.timeStep);
  return last === null || step > last ? step : undefined;
}
