import type { Response } from 'supertest';

/** A response whose body is typed as far as a test reads it. */
export type TypedResponse<T> = Omit<Response, 'body'> & { body: T };

/**
 * Types the response without a check of its body, because every response is already checked against
 * the contract (conformance.ts).
 */
export const typedResponseOf = async <T = unknown>(
  asking: PromiseLike<Response>,
): Promise<TypedResponse<T>> => await asking;

export const bodyOf = async <T = unknown>(asking: PromiseLike<Response>): Promise<T> =>
  (await typedResponseOf<T>(asking)).body;
