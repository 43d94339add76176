import { z } from 'zod';

/** The error codes that any operation may answer, and those that belong to no context. */
export const generalErrors = {
  validation_failed: 400,
  malformed_body: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  already_decided: 409,
  illegal_transition: 409,
  storage_full: 409,
  /** A piece of an upload does not begin where the stored bytes end. */
  wrong_offset: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  /**
   * The call did not finish in time. Whether the change was made is unknown; the client finds out
   * by repeating the call.
   */
  ask_again: 503,
} as const;

/**
 * Every error code of the API. A context adds its own by declaration merging in
 * `contracts/<context>/errors.ts`, and lists them in its `context.ts`. A code never changes; its
 * description is in the language of the request.
 */
export interface ErrorCodes extends Record<keyof typeof generalErrors, number> {}
export type ErrorCode = Extract<keyof ErrorCodes, string>;

const statuses = new Map<string, number>(Object.entries(generalErrors));

/**
 * Registers the error codes of a context; a repeated call changes nothing.
 * @throws Error if a code is already registered with another status
 */
export function registerErrors(codes: Readonly<Record<string, number>>): void {
  for (const [code, status] of Object.entries(codes)) {
    if ((statuses.get(code) ?? status) !== status)
      throw new Error(`the error ${code} is declared with two statuses`);
    statuses.set(code, status);
  }
}

/** The HTTP status of a code. @throws Error for a code that no context registered */
export function httpStatusOf(code: ErrorCode): number {
  const status = statuses.get(code);
  if (status === undefined) throw new Error(`no context declares the error ${code}`);
  return status;
}

/** What can be wrong with a field of a body or a query. */
export const fieldErrorCodes = [
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
  'quoted_email',
  'invalid_date',
  'invalid_url',
  'not_public',
  'unusual_port',
  'unknown_placeholder',
  'participant_in_address',
  'study_in_address',
  'session_in_address',
  'participation_in_address',
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
  'slot_ahead',
  'public_mail_domain',
  'time_missing',
  'off_grid',
  'shorter_than_slot',
  'no_such_day',
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

export const ApiErrorBody = z
  .strictObject({
    status: z.int(),
    code: z.string(),
    description: z.string(),
    fields: z
      .array(
        z.strictObject({
          path: z.string(),
          code: z.string(),
          description: z.string(),
          /**
           * The invisible character that made a text invalid (`invalid_text`), such as `U+200B`.
           */
          character: z.string().optional(),
        }),
      )
      .optional(),
    /** With which second factors, and with which token, the client can continue the sign-in. */
    challenge: z
      .strictObject({
        token: z.string(),
        methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])),
        expires_at: z.string(),
      })
      .optional(),
    /** The identity providers with which the person must sign in first. */
    providers: z.array(z.string()).optional(),
    /**
     * Why the person is not eligible: the same codes as in `EnrolButtonState` (docs/domain.md, 2).
     */
    reasons: z.array(z.string()).optional(),
    /** The scope that the API token lacks. */
    scope: z.string().optional(),
    /**
     * The number of the newest record of the run that is stored, so that the client can continue
     * after it.
     */
    stored_through: z.int().optional(),
    /** How many bytes of the file or the upload are stored, so that the client can continue there. */
    stored_bytes: z.int().optional(),
  })
  .meta({ id: 'Error' });
export type ApiErrorBody = z.output<typeof ApiErrorBody>;
