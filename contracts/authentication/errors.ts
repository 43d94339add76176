/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const authenticationErrors = {
  invalid_code: 400,
  invalid_invitation: 400,
  unsupported_issuer: 400,
  invalid_flow: 400,
  issuer_refused: 400,
  invalid_challenge: 400,
  invalid_passkey: 400,
  invalid_metadata: 400,
  invalid_credentials: 401,
  invalid_identity_token: 401,
  second_factor_required: 401,
  account_disabled: 403,
  identity_unknown: 403,
  recent_sign_in_required: 403,
  sign_in_not_fresh: 403,
  second_factor_missing: 403,
  second_administrator_needed: 403,
  no_sso_for_domain: 404,
  identity_proof_needed: 409,
  identity_taken: 409,
  last_way_in: 409,
  second_factor_exists: 409,
  too_many_passkeys: 409,
  domain_taken: 409,
  identity_provider_taken: 409,
  waiting_changed: 409,
  issuer_unavailable: 503,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof authenticationErrors, number> {}
}
