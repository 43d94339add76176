import { httpStatusOf, type ApiErrorBody, type ErrorCode } from '../../../contracts/base/errors';
import { firstInvisibleCharacter } from '../../../contracts/base/fields';
import type { Language } from '../../../contracts/base/languages';
import { isTransientFailure } from './transient-failure';
import { describeError, describeFieldError, type ErrorParams } from '../i18n/error-texts';
import type { Sentence } from '../i18n/texts';

/**
 * An invalid field, with one of the contract's codes for fields. `character` is set if the field
 * contains an invisible character, such as `U+200B`.
 */
export interface FieldError {
  path: string;
  code: string;
  character?: string;
}

/**
 * A refusal with an error code of the contract. `params` are the values of the error's sentence;
 * `extra` are further fields of the response.
 */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly params: ErrorParams = {},
    readonly extra: {
      reasons?: string[];
      providers?: string[];
      challenge?: NonNullable<ApiErrorBody['challenge']>;
      retryAfter?: number;
      fields?: FieldError[];
      scope?: string;
      stored_through?: number;
      stored_bytes?: number;
      /**
       * A sentence that is more specific than that of the error code. The response contains it
       * instead.
       */
      says?: Sentence;
    } = {},
  ) {
    super(code);
  }
}

/** Makes the error for one invalid field, for a rule that the request's schema cannot check. */
export const badField = (path: string, code: string) => badFields([{ path, code }]);

/**
 * Makes the error for several invalid fields, for a rule that the request's schema cannot check.
 * Each field has one of the contract's codes for fields.
 */
export const badFields = (fields: { path: string; code: string }[]) =>
  new DomainError('validation_failed', {}, { fields });

interface Issue {
  code?: string;
  path?: readonly PropertyKey[];
  message: string;
  keys?: string[];
  format?: string;
  origin?: string;
  note?: string;
  discriminator?: string;
  errors?: Issue[][];
}

/**
 * The largest number of invalid fields in a response, so that a file with ten thousand wrong lines
 * does not cause a large response.
 */
const mostFields = 100;

export class InvalidInput extends DomainError {
  constructor(issues: readonly unknown[], input: unknown) {
    const fields = fieldErrorsOf(issues.slice(0, mostFields) as Issue[], input);
    super('validation_failed', {}, { fields: fields.slice(0, mostFields) });
  }
}

const at = (input: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>(
    (value, key) =>
      value === null || value === undefined
        ? undefined
        : (value as Record<PropertyKey, unknown>)[key],
    input,
  );

function codeOf(issue: Issue, input: unknown): string {
  const value = at(input, issue.path ?? []);
  switch (issue.code) {
    case 'custom':
      return issue.message;
    case 'invalid_type':
      return value === undefined ? 'required' : 'wrong_type';
    case 'too_small':
      return issue.origin === 'string'
        ? typeof value === 'string' && value.trim() === ''
          ? 'required'
          : 'too_short'
        : 'too_small';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_big';
    case 'not_multiple_of':
      return 'off_grid';
    case 'invalid_format':
      if (typeof value === 'string' && value.trim() === '') return 'required';
      return /^[a-z]+_[a-z_]+$/.test(issue.message) || issue.message === 'invalid'
        ? issue.message
        : `invalid_${issue.format}`;
    case 'invalid_value':
      return value === undefined ? 'required' : 'not_one_of';
    case 'invalid_union':
      return value === undefined && issue.note === undefined ? 'required' : 'not_one_of';
    case undefined:
    default:
      return 'invalid';
  }
}

/**
 * Translates the issues that zod found into the contract's codes, which stay the same when zod
 * changes its messages.
 */
export function fieldErrorsOf(issues: readonly Issue[], input: unknown): FieldError[] {
  return issues.flatMap((issue) => {
    const path = (issue.path ?? []).map(String);
    if (issue.code === 'unrecognized_keys')
      return (issue.keys ?? []).map((key) => ({
        path: [...path, key].join('.'),
        code: 'unknown_field',
      }));
    const code = codeOf(issue, input);
    const value = code === 'invalid_text' ? at(input, issue.path ?? []) : undefined;
    const character = typeof value === 'string' ? firstInvisibleCharacter(value) : undefined;
    return [{ path: path.join('.'), code, ...(character !== undefined && { character }) }];
  });
}

const byHttpStatus: Record<number, ErrorCode> = {
  400: 'malformed_body',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
};

/** Returns the contract's error code for any error. */
export function codeOfError(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code;
  if (typeof error !== 'object' || error === null) return 'internal';
  if (isTransientFailure(error)) return 'unavailable';
  const http = error as {
    getStatus?: () => number;
    statusCode?: number;
    status?: number;
  };
  return byHttpStatus[http.getStatus?.() ?? http.statusCode ?? http.status ?? 500] ?? 'internal';
}

/** Makes the standard error body for any error (docs/api-conventions.md, Conventions). */
export function errorBody(error: unknown, language: Language): ApiErrorBody {
  const code = codeOfError(error);
  const { params, extra } =
    error instanceof DomainError ? error : { params: {}, extra: {} as DomainError['extra'] };
  return {
    status: httpStatusOf(code),
    code,
    description: extra.says?.(language) ?? describeError(code, language, params),
    ...(extra.fields && {
      fields: extra.fields.map((f) => ({
        ...f,
        description: describeFieldError(f.code, language, f.character),
      })),
    }),
    ...(extra.reasons && { reasons: extra.reasons }),
    ...(extra.challenge && { challenge: extra.challenge }),
    ...(extra.providers && { providers: extra.providers }),
    ...(extra.scope && { scope: extra.scope }),
    ...(extra.stored_through !== undefined && { stored_through: extra.stored_through }),
    ...(extra.stored_bytes !== undefined && { stored_bytes: extra.stored_bytes }),
  };
}
