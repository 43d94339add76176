import { z } from 'zod';
import { anyone, signedIn } from '../base/access';
import { SignedInUser } from '../accounts/accounts';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, singleLine } from '../base/fields';
import { limits } from '../base/limits';

/**
 * The JSON of WebAuthn itself (W3C WebAuthn 3, 5.1). This schema does not check it, since the
 * WebAuthn library does.
 */
const WebAuthnJson = z.record(z.string(), z.unknown());

export const Passkey = z
  .object({ _id: Id, name: z.string(), created_at: Instant, last_used_at: Instant.nullable() })
  .meta({ id: 'Passkey' });
/**
 * How the caller's account is protected. `second_factor_missing`: the account is an
 * administrator's, and this server requires a second factor that is not set up yet.
 */
export const AccountSecurity = z
  .object({
    password: z.boolean(),
    totp: z.boolean(),
    passkeys: z.array(Passkey),
    recovery_codes_left: z.int(),
    second_factor_missing: z.boolean(),
    signed_in_at: Instant,
  })
  .meta({ id: 'Security' });
/**
 * Ten new recovery codes. Each works for one sign-in, and only this response contains them. Null if
 * the account already has recovery codes.
 */
const recovery_codes = z.array(z.string()).nullable();
const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, { error: 'invalid' });

export const readAccountSecurity = endpoint('GET', '/api/security/', {
  summary: 'How the own account is protected',
  access: signedIn,
  replies: { 200: AccountSecurity },
});
export const beginTotp = endpoint('POST', '/api/second-factor/totp/', {
  summary: 'Begin with an authenticator app',
  access: { ...signedIn, policy: 'second-factor.add' },
  replies: { 200: z.object({ secret: z.string(), uri: z.string() }) },
  errors: ['recent_sign_in_required', 'second_factor_exists', 'forbidden', 'email_not_verified'],
});
export const confirmTotp = endpoint('PUT', '/api/second-factor/totp/', {
  summary: 'Prove the authenticator app with its first code',
  access: { ...signedIn, policy: 'second-factor.add' },
  body: z.strictObject({ code: Code }),
  replies: { 200: z.object({ recovery_codes }) },
  errors: [
    'invalid_code',
    'recent_sign_in_required',
    'second_factor_exists',
    'forbidden',
    'email_not_verified',
  ],
});
export const removeTotp = endpoint('DELETE', '/api/second-factor/totp/', {
  summary: 'Remove the authenticator app',
  access: signedIn,
  replies: { 204: null },
  errors: ['not_found', 'recent_sign_in_required'],
});
export const beginPasskey = endpoint('POST', '/api/second-factor/passkeys/options/', {
  summary: 'Begin with a passkey',
  access: { ...signedIn, policy: 'second-factor.add' },
  replies: { 200: z.object({ options: WebAuthnJson }) },
  errors: ['recent_sign_in_required', 'forbidden', 'email_not_verified', 'too_many_passkeys'],
});
export const addPasskey = endpoint('POST', '/api/second-factor/passkeys/', {
  summary: 'Add a passkey',
  access: { ...signedIn, policy: 'second-factor.add' },
  body: z.strictObject({ name: singleLine(limits.name), response: WebAuthnJson }),
  replies: { 201: z.object({ passkey: Passkey, recovery_codes }) },
  errors: [
    'invalid_passkey',
    'recent_sign_in_required',
    'forbidden',
    'email_not_verified',
    'too_many_passkeys',
  ],
});
export const removePasskey = endpoint('DELETE', '/api/second-factor/passkeys/{id}/', {
  summary: 'Remove a passkey',
  access: { ...signedIn, policy: 'passkey.own' },
  params: IdParams,
  replies: { 204: null },
  errors: ['recent_sign_in_required'],
});
export const renewRecoveryCodes = endpoint('POST', '/api/second-factor/recovery-codes/', {
  summary: 'Ten new recovery codes; the old ones end',
  access: signedIn,
  replies: { 200: z.object({ recovery_codes: z.array(z.string()) }) },
  errors: ['recent_sign_in_required', 'not_found'],
});

/**
 * The server returns this value when it refuses a sign-in with `second_factor_required`. The value
 * proves that the first step succeeded: the password or the identity provider.
 */
const challenge = z.string().min(1).max(200);
export const readPasskeyProofOptions = endpoint('POST', '/api/second-factor/prove/options/', {
  summary: 'What the browser needs to use a passkey for a sign-in under way',
  access: anyone,
  body: z.strictObject({ challenge }),
  replies: { 200: z.object({ options: WebAuthnJson }) },
  errors: ['invalid_challenge'],
});
export const proveSecondFactor = endpoint('POST', '/api/second-factor/prove/', {
  summary: 'Finish a sign-in with the second factor',
  access: anyone,
  body: z.union([
    z.strictObject({ challenge, code: Code }),
    z.strictObject({ challenge, recovery_code: z.string().trim().min(1).max(40) }),
    z.strictObject({ challenge, passkey: WebAuthnJson }),
  ]),
  replies: { 200: SignedInUser },
  errors: ['invalid_challenge', 'invalid_code', 'invalid_passkey', 'account_disabled'],
});
