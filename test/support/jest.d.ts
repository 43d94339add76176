/// <reference types="jest" />

/**
 * Jest types its asymmetric matchers as `any`, and typed lint refuses to pass an `any` on. The type
 * that a matcher stands for is not known here: `unknown`.
 */
declare namespace jest {
  interface Expect {
    anything(): unknown;
    any(type: unknown): unknown;
    arrayContaining<E = unknown>(items: readonly E[]): unknown;
    objectContaining<E = object>(object: E): unknown;
    stringContaining(text: string): unknown;
    stringMatching(text: string | RegExp): unknown;
    closeTo(value: number, digits?: number): unknown;
  }
  interface InverseAsymmetricMatchers {
    objectContaining<E = object>(object: E): unknown;
    arrayContaining<E = unknown>(items: readonly E[]): unknown;
    stringContaining(text: string): unknown;
    stringMatching(text: string | RegExp): unknown;
  }
}
