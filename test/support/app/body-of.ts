import type { Response } from 'supertest';

/** A response whose body is typed as far as a test reads it. */
export type Answer<T> = Omit<Response, 'body'> & { body: T };

/** The whole body is checked against the contract for every response already (conformance.ts). */
export const answerOf = async <T = unknown>(asking: PromiseLike<Response>): Promise<Answer<T>> =>
  await asking;

export const bodyOf = async <T = unknown>(asking: PromiseLike<Response>): Promise<T> =>
  (await answerOf<T>(asking)).body;
