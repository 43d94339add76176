/// <reference types="jest" />

/**
 * Jest says `any` of its asymmetric matchers, and typed lint refuses an `any` that is handed on.
 * What a matcher stands for is not known here: `unknown`.
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
