import type { z } from 'zod';
import type { Access } from './access';
import type { ErrorCode } from './errors';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface EndpointDefinition {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * The schema of the response's body for each success status; null for a response without a body.
   */
  replies: Readonly<Record<number, z.ZodType | null>>;
  /** Set if the client may send a file (multipart/form-data) in place of the JSON body. */
  file?: { readonly type: string; readonly maxBytes: number };
  /** The maximum size of the JSON body in bytes, where it differs from `limits.jsonBodyBytes`. */
  bodyBytes?: number;
  errors?: readonly ErrorCode[];
  /**
   * Set for a call that accepts the header `Idempotency-Key`: a retry with the same key makes no
   * second change.
   */
  idempotencyKey?: true;
  /**
   * Set if the responses may be compressed. Responses that contain a token, a code or a key must
   * not be: the length of a compressed response reveals something about its content (BREACH).
   */
  compressed?: true;
  /** Who may make the call. The field is required, so the compiler refuses a call that states no access. */
  access: Access;
}

/** The types of an endpoint, which the compiler derives once, where the endpoint is defined. */
export interface EndpointTypes {
  input: unknown;
  send: unknown;
  answer: { readonly status: number; readonly body: unknown };
  code: string;
}

export interface Endpoint<T extends EndpointTypes = EndpointTypes> extends EndpointDefinition {
  readonly method: HttpMethod;
  readonly path: `/${string}/`;
  readonly types?: T;
}

/**
 * Defines one API call. The server's route and validation, the client's request and the OpenAPI
 * document are all derived from this definition.
 */
export const endpoint = <const D extends EndpointDefinition>(
  method: HttpMethod,
  path: `/${string}/`,
  definition: D,
): Endpoint<TypesOf<D>> => {
  const named = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name)
    .sort()
    .join();
  const shape = Object.keys((definition.params as z.ZodObject | undefined)?.shape ?? {})
    .sort()
    .join();
  if (named !== shape)
    throw new Error(`${method} ${path}: the path names {${named}}, params has {${shape}}`);
  return { ...definition, method, path };
};

/** A file that a client uploads, whose content the handler reads as a stream. */
export interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly stream: AsyncIterable<Uint8Array>;
}

type Part = 'params' | 'query' | 'body';
type Show<T> = { [K in keyof T]: T[K] };
/** `Empty extends T` is true if every key of T is optional. */
type Empty = Record<never, never>;
type Sent<D> = { [K in keyof D & Part]: D[K] extends z.ZodType ? z.input<D[K]> : never };
type OptionalParts<S> = { [K in keyof S]: Empty extends S[K] ? K : never }[keyof S];
type Sends<S> = Show<Omit<S, OptionalParts<S>> & Partial<Pick<S, OptionalParts<S>>>>;
type IfFile<D, Yes, No = never> = D extends { file: object } ? Yes : No;

interface TypesOf<D extends EndpointDefinition> {
  /** What a handler receives, after parsing. */
  input: {
    [K in keyof D & Part]: D[K] extends z.ZodType
      ? z.output<D[K]> | (K extends 'body' ? IfFile<D, undefined> : never)
      : never;
  } & IfFile<D, { file: UploadedFile | undefined }, unknown>;
  /** What a client sends, before parsing; a part whose fields are all optional may be left out. */
  send: Sends<Sent<D>> | IfFile<D, Sends<Omit<Sent<D>, 'body'> & { file: Blob }>>;
  answer: {
    [S in keyof D['replies'] & number]: {
      readonly status: S;
      readonly body: D['replies'][S] extends z.ZodType ? z.output<D['replies'][S]> : undefined;
    };
  }[keyof D['replies'] & number];
  code:
    | (D['errors'] extends readonly (infer C extends string)[] ? C : never)
    | 'validation_failed'
    | 'unauthenticated'
    | 'too_many_requests'
    | 'internal';
}

type Of<E> = E extends Endpoint<infer T> ? T : never;
export type EndpointInput<E> = Of<E>['input'];
export type EndpointRequest<E> = Of<E>['send'];
export type EndpointResponse<E> = Of<E>['answer'];
export type EndpointResponseBody<E> = EndpointResponse<E>['body'];
export type EndpointErrorCode<E> = Of<E>['code'];
export type IsRequestOptional<E> = Empty extends EndpointRequest<E> ? true : false;
