import { queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import type {
  EndpointResponse,
  EndpointErrorCode,
  Endpoint,
  IsRequestOptional,
  EndpointResponseBody,
  EndpointRequest,
} from '../../../../contracts/base/endpoint';
import type { ApiErrorBody } from '../../../../contracts/base/errors';
import { config } from './config';
import { readToken } from './token';
import { setServerTime } from './server-clock';

interface Details {
  fields?: NonNullable<ApiErrorBody['fields']>;
  /** If the person may not take part: the reasons. */
  reasons?: string[];
  /** If the person must sign in with a provider first: the providers that are accepted. */
  providers?: string[];
  /** If the sign-in needs a second factor: its challenge. */
  challenge?: ApiErrorBody['challenge'];
  /** Seconds to wait before the next try. */
  retryAfter?: number;
  /** The id by which support finds this request in the logs. */
  requestId?: string;
  /** Whether the response took so long that the page does not repeat the request by itself. */
  tookLong?: boolean;
}

/**
 * An error of the API, with the server's code; its status is 0 if the server could not be reached.
 */
export class ApiError<Code extends string = string> extends Error {
  readonly fields: NonNullable<ApiErrorBody['fields']>;
  readonly reasons: string[];
  readonly providers: string[];
  readonly challenge: ApiErrorBody['challenge'];
  readonly retryAfter: number | undefined;
  readonly requestId: string | undefined;
  readonly tookLong: boolean;
  constructor(
    readonly status: number,
    readonly code: Code,
    readonly description: string,
    details: Details = {},
  ) {
    super(description || code);
    this.name = 'ApiError';
    this.fields = details.fields ?? [];
    this.reasons = details.reasons ?? [];
    this.providers = details.providers ?? [];
    this.challenge = details.challenge;
    this.retryAfter = details.retryAfter;
    this.requestId = details.requestId;
    this.tookLong = details.tookLong ?? false;
  }
}

/** Whether an error comes from the API. It narrows the error's code to those that this endpoint can return. */
export const isApiErrorOf = <E extends Endpoint>(
  _e: E,
  error: unknown,
): error is ApiError<EndpointErrorCode<E>> => error instanceof ApiError;

interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}
type CallArguments<E> =
  IsRequestOptional<E> extends true
    ? [send?: EndpointRequest<E>, options?: Options]
    : [send: EndpointRequest<E>, options?: Options];
/** Returns the arguments of a call. TypeScript cannot check them for a generic endpoint. */
export const apiCallArguments = <E>(
  send: EndpointRequest<E> | undefined,
  options?: Options,
): CallArguments<E> => [send, options] as unknown as CallArguments<E>;
export interface ApiCallParts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
}

const form = (file: Blob) => {
  const data = new FormData();
  data.append('file', file);
  return data;
};

/** Returns the method, the path with its query, and the body of a call, from the contract. */
export function apiRequestOf(e: Endpoint, send: ApiCallParts = {}) {
  const path = e.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(send.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(send.query ?? {}))
    for (const v of [value].flat() as (string | number | boolean | undefined)[])
      if (v !== undefined) query.append(key, String(v));
  const body = send.file
    ? form(send.file)
    : send.body === undefined
      ? undefined
      : JSON.stringify(send.body);
  return { url: query.size ? `${path}?${query}` : path, method: e.method, body };
}

const parse = (text: string): Partial<ApiErrorBody> | undefined => {
  try {
    return JSON.parse(text) as Partial<ApiErrorBody>;
  } catch {
    return undefined;
  }
};

/** The time limit of a request. After it, the page treats the server as unreachable. */
const patience = 20_000;
/**
 * If a request takes longer than this and fails, the page does not repeat it: several attempts
 * would take too long. If the database is unavailable, the server answers sooner, and the page
 * repeats the request.
 */
const longMs = 3_000;

/**
 * Makes a request and reads its response as text.
 * @throws ApiError of status 0 if there is no response: `no_answer` after the time limit, otherwise `unreachable`
 */
async function fetched(url: string, { signal, ...init }: RequestInit, ms: number | undefined) {
  const silence = new AbortController();
  const stop = () => silence.abort();
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  let late = false;
  const timer =
    ms === undefined
      ? undefined
      : setTimeout(() => {
          late = true;
          stop();
        }, ms);
  try {
    const res = await fetch(url, { ...init, signal: silence.signal });
    return { res, text: await res.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, late ? 'no_answer' : 'unreachable', '');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Returns the headers of every request, with the token: the cookie alone never authenticates (docs/api-conventions.md). */
export function authHeaders(): Record<string, string> {
  const token = readToken();
  return {
    // The chosen language. The server may have texts in this language even if the app has none.
    'accept-language': i18next.language || 'en',
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

/**
 * Calls one endpoint.
 * @returns the response with its status, for the few endpoints whose status matters
 */
async function answer<E extends Endpoint>(
  e: E,
  ...[send, options]: CallArguments<E>
): Promise<EndpointResponse<E>> {
  const { url, method, body } = apiRequestOf(e, send as ApiCallParts);
  const began = performance.now();
  const { res, text } = await fetched(
    config.apiUrl + url,
    {
      method,
      body,
      signal: options?.signal,
      credentials: 'include',
      headers: {
        ...authHeaders(),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...options?.headers,
      },
      // A request with a file has no time limit, since a large file takes long on a slow connection.
    },
    body instanceof FormData ? undefined : patience,
  );
  const tookLong = performance.now() - began > longMs;
  return parseAnswer(res.status, text, (name) => res.headers.get(name), tookLong);
}

/**
 * Reads the body of a response.
 * @throws ApiError if the server refused the request
 */
export function parseAnswer(
  status: number,
  text: string,
  header: (name: string) => string | null,
  tookLong = false,
): { status: number; body: unknown } {
  setServerTime(header('date'));
  const json = text && /\bjson\b/.test(header('content-type') ?? '') ? parse(text) : undefined;
  if (status < 200 || status > 299) {
    throw new ApiError(status, json?.code ?? 'internal', json?.description ?? text, {
      fields: json?.fields,
      reasons: json?.reasons,
      providers: json?.providers,
      challenge: json?.challenge,
      retryAfter: Number(header('retry-after')) || undefined,
      requestId: header('x-request-id') ?? undefined,
      tookLong,
    });
  }
  return { status, body: json };
}

/** Makes one typed call. */
export const call = Object.assign(
  async <E extends Endpoint>(e: E, ...given: CallArguments<E>): Promise<EndpointResponseBody<E>> =>
    (await answer(e, ...given)).body,
  { answer },
);

/**
 * Returns the options of a query: `useQuery(query(endpoint, { params, query }))`. Its key starts
 * with the endpoint's path: `invalidateQueries({ queryKey: [endpoint.path] })` reaches the queries
 * of the endpoint with all their parameters.
 */
export const query = <E extends Endpoint>(
  e: E,
  ...[send]: IsRequestOptional<E> extends true
    ? [send?: EndpointRequest<E>]
    : [send: EndpointRequest<E>]
) =>
  queryOptions({
    queryKey: [e.path, send ?? {}] as const,
    queryFn: ({ signal }) => call(e, ...apiCallArguments<E>(send, { signal })),
  });

/** `useMutation(mutation(endpoint))` */
export const mutation = <E extends Endpoint>(e: E) => ({
  mutationKey: [e.method, e.path],
  mutationFn: (send: EndpointRequest<E>) => call(e, ...apiCallArguments<E>(send)),
});
