import { z } from 'zod';

/**
 * Every error code of the API and its HTTP status. A code never changes; its description is in the
 * language of the request.
 */
export const statusOf = {
  validation_failed: 400,
  malformed_body: 400,
  invalid_key: 400,
  invalid_code: 400,
  invalid_invitation: 400,
  unsupported_issuer: 400,
  invalid_flow: 400,
  issuer_refused: 400,
  invalid_challenge: 400,
  invalid_passkey: 400,
  invalid_metadata: 400,
  filters_too_narrow: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  invalid_identity_token: 401,
  invalid_return_token: 401,
  second_factor_required: 401,
  forbidden: 403,
  account_disabled: 403,
  identity_unknown: 403,
  recent_sign_in_required: 403,
  sign_in_not_fresh: 403,
  sign_in_first: 403,
  second_factor_missing: 403,
  second_administrator_needed: 403,
  email_not_verified: 403,
  researcher_deletion: 403,
  researcher_not_approved: 403,
  not_eligible: 403,
  own_study: 403,
  not_found: 404,
  no_sso_for_domain: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  identity_proof_needed: 409,
  identity_taken: 409,
  last_way_in: 409,
  last_administrator: 409,
  second_factor_exists: 409,
  too_many_passkeys: 409,
  domain_taken: 409,
  identity_provider_taken: 409,
  other_registration: 409,
  waiting_changed: 409,
  export_under_way: 409,
  session_full: 409,
  session_not_active: 409,
  session_closed: 409,
  consent_required: 409,
  consent_changed: 409,
  consent_missing: 409,
  consent_invalid: 409,
  already_participated: 409,
  already_decided: 409,
  illegal_transition: 409,
  return_required: 409,
  capacity_below_taken: 409,
  frozen_after_launch: 409,
  no_private_link: 409,
  too_few_seats: 409,
  reward_lowered: 409,
  reward_currency_changed: 409,
  privacy_level_lowered: 409,
  would_reveal: 409,
  study_archived: 409,
  study_recruiting: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  /** Not finished in time: it may have been done or not, and asking again tells. */
  ask_again: 503,
  issuer_unavailable: 503,
} as const;
export type ErrorCode = keyof typeof statusOf;

/** The possible errors of one field of a body or a query. */
export const fieldCodes = [
  'unknown_field',
  'required',
  'wrong_type',
  'invalid',
  'not_one_of',
  'not_allowed',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'invalid_email',
  'invalid_date',
  'invalid_url',
  'unknown_placeholder',
  'invalid_uuid',
  'invalid_datetime',
  'invalid_currency',
  'invalid_text',
  'in_the_past',
  'in_the_future',
  'too_long_ago',
  'before_opening',
  'after_closing',
  'blanks_left',
  'password_mismatch',
  'password_lower',
  'password_upper',
  'password_digit',
  'password_punctuation',
  'nothing_to_change',
  'unknown_tag',
  'named_twice',
  'not_possible_now',
  'public_mail_domain',
] as const;
export type FieldCode = (typeof fieldCodes)[number];

export const ApiErrorBody = z
  .strictObject({
    status: z.int(),
    code: z.string(),
    description: z.string(),
    fields: z
      .array(z.strictObject({ path: z.string(), code: z.string(), description: z.string() }))
      .optional(),
    /** How to continue a sign-in that needs a second factor. */
    challenge: z
      .strictObject({
        token: z.string(),
        methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])),
        expires_at: z.string(),
      })
      .optional(),
    /** The providers to sign in with first. */
    providers: z.array(z.string()).optional(),
    /** Why the person is not eligible (docs/domain.md, 2): the reason codes of the enrol button. */
    reasons: z.array(z.string()).optional(),
  })
  .meta({ id: 'Error' });
export type ApiErrorBody = z.output<typeof ApiErrorBody>;
