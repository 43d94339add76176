import type { Response } from 'supertest';

/** An answer whose body is typed as far as a test reads it. */
export type Answer<T> = Omit<Response, 'body'> & { body: T };

/** That the whole body fits the contract is checked for every answer already (conformance.ts). */
export const answerOf = async <T = unknown>(asking: PromiseLike<Response>): Promise<Answer<T>> =>
  await asking;

export const bodyOf = async <T = unknown>(asking: PromiseLike<Response>): Promise<T> =>
  (await answerOf<T>(asking)).body;
