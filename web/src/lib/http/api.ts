import { queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import type {
  Answer,
  CodeOf,
  Endpoint,
  InputIsOptional,
  Result,
  Send,
} from '../../../../contracts/base/endpoint';
import type { ApiErrorBody } from '../../../../contracts/base/errors';
import { config } from './config';
import { readToken } from './token';
import { setServerTime } from './server-clock';

interface Details {
  fields?: NonNullable<ApiErrorBody['fields']>;
  /** The reasons why the person is not eligible. */
  reasons?: string[];
  /** The providers with one of which the person must sign in first. */
  providers?: string[];
  /** The challenge of a sign-in that needs a second factor. */
  challenge?: ApiErrorBody['challenge'];
  /** Seconds to wait before the next try. */
  retryAfter?: number;
  /** The id by which support finds this request in the logs. */
  requestId?: string;
  /** Whether the answer took so long that a person would not wait for a second one. */
  tookLong?: boolean;
}

/** The server's error for a failed call; status 0 when the server could not be reached. */
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

/** Narrows an error to the codes that this endpoint can return. */
export const failed = <E extends Endpoint>(_e: E, error: unknown): error is ApiError<CodeOf<E>> =>
  error instanceof ApiError;

interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}
type CallArguments<E> =
  InputIsOptional<E> extends true
    ? [send?: Send<E>, options?: Options]
    : [send: Send<E>, options?: Options];
/** The arguments of a call of any endpoint: TypeScript cannot see that they fit while the endpoint is generic. */
export const argumentsOf = <E>(send: Send<E> | undefined, options?: Options): CallArguments<E> =>
  [send, options] as unknown as CallArguments<E>;
export interface Parts {
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

/** Method, path with query, and body of one call, from the contract. */
export function requestOf(e: Endpoint, send: Parts = {}) {
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

/** After this time without a response, the server counts as unreachable, since a person cannot distinguish the two. */
const patience = 20_000;
/**
 * A failure that took longer than this is not retried by the page: the server reports an unavailable database within this time, and
 * several longer waits would take too long.
 */
const longMs = 3_000;

/**
 * The response with its text.
 * @throws ApiError of status 0 if there is none: `no_answer` if the wait was in vain, otherwise `unreachable`
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

/**
 * The token goes into the header because the cookie alone never authenticates
 * (docs/api-conventions.md).
 */
export function headersOf(): Record<string, string> {
  const token = readToken();
  return {
    // The wanted language: the server may have texts in it even if the pages have none.
    'accept-language': i18next.language || 'en',
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

/** The response with its status, for the few endpoints whose status matters. */
async function answer<E extends Endpoint>(
  e: E,
  ...[send, options]: CallArguments<E>
): Promise<Answer<E>> {
  const { url, method, body } = requestOf(e, send as Parts);
  const began = performance.now();
  const { res, text } = await fetched(
    config.apiUrl + url,
    {
      method,
      body,
      signal: options?.signal,
      credentials: 'include',
      headers: {
        ...headersOf(),
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...options?.headers,
      },
      // A large file on a slow connection takes long.
    },
    body instanceof FormData ? undefined : patience,
  );
  const tookLong = performance.now() - began > longMs;
  return answerOf(res.status, text, (name) => res.headers.get(name), tookLong);
}

/**
 * What a response says.
 * @throws ApiError for a refusal
 */
export function answerOf(
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
  async <E extends Endpoint>(e: E, ...given: CallArguments<E>): Promise<Result<E>> =>
    (await answer(e, ...given)).body,
  { answer },
);

/**
 * `useQuery(query(endpoint, { params, query }))`; the key starts with the endpoint's path, so
 * `invalidateQueries({ queryKey: [endpoint.path] })` reaches every variant.
 */
export const query = <E extends Endpoint>(
  e: E,
  ...[send]: InputIsOptional<E> extends true ? [send?: Send<E>] : [send: Send<E>]
) =>
  queryOptions({
    queryKey: [e.path, send ?? {}] as const,
    queryFn: ({ signal }) => call(e, ...argumentsOf<E>(send, { signal })),
  });

/** `useMutation(mutation(endpoint))` */
export const mutation = <E extends Endpoint>(e: E) => ({
  mutationKey: [e.method, e.path],
  mutationFn: (send: Send<E>) => call(e, ...argumentsOf<E>(send)),
});
