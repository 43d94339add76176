import type {
  EndpointResponse,
  EndpointErrorCode,
  Endpoint,
  EndpointInput,
} from '../../../contracts/base/endpoint';
import { type ApiErrorBody, type ErrorCode, httpStatusOf } from '../../../contracts/base/errors';
import type { GeneralErrorCode } from '../../../contracts/base/possible-errors';
import { type AnswerParts, checkAnswer, checkRequest } from './contract-check';

export interface RecordedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: unknown;
}
/** A request, parsed by the endpoint's contract. */
export type ParsedRequest<E extends Endpoint> = EndpointInput<E> & {
  headers: Record<string, string>;
  /** Whether the request carries an email address and a password. */
  basic: boolean;
};

export interface Refusal<Code extends string = string> extends AnswerParts {
  readonly code: Code;
  body: ApiErrorBody;
  headers: Record<string, string>;
}
interface RefusalDetails extends Partial<Omit<ApiErrorBody, 'status' | 'code'>> {
  headers?: Record<string, string>;
}
/** Makes an error of the API; its status follows from the code. */
export const refusal = <const Code extends ErrorCode>(
  code: Code,
  { headers = {}, description = `Refused: ${code}.`, ...details }: RefusalDetails = {},
): Refusal<Code> => ({
  code,
  status: httpStatusOf(code),
  headers,
  body: { status: httpStatusOf(code), code, description, ...details },
});

type Success<A> = A extends { readonly status: infer S extends number; readonly body: infer B }
  ? [B] extends [undefined]
    ? { status: S; body?: undefined }
    : { status: S; body: B }
  : never;
/** An answer that the endpoint's contract allows. */
export type FakeAnswer<E extends Endpoint> =
  | Success<EndpointResponse<E>>
  | Refusal<EndpointErrorCode<E> | GeneralErrorCode>;

/** How the fake server answers one endpoint. */
export interface FakeRoute {
  endpoint: Endpoint;
  /** Returns undefined if a later route of the same endpoint should answer the request. */
  answer: (parsed: unknown) => AnswerParts | undefined;
}
/**
 * `on(endpoint).answer(…)` takes the answer, or a function of the parsed request. There are two
 * calls, so that the compiler knows the endpoint before it checks the answer.
 */
export const on = <E extends Endpoint>(endpoint: E) => ({
  answer: (
    given: FakeAnswer<E> | ((asked: ParsedRequest<E>) => FakeAnswer<E> | undefined),
  ): FakeRoute => ({
    endpoint,
    answer: (parsed) => (typeof given === 'function' ? given(parsed as ParsedRequest<E>) : given),
  }),
});

/**
 * Returns the values of the path's parameters; undefined if the path belongs to a different
 * endpoint.
 */
function paramsIn({ path }: Endpoint, actual: string): Record<string, string> | undefined {
  const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(actual);
  if (!found) return undefined;
  return Object.fromEntries(
    Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
}
/**
 * Returns the first route that matches a request. An endpoint without parameters is preferred to
 * one whose parameter matches the same path.
 */
const matching = (routes: readonly FakeRoute[], { method, path }: RecordedRequest) => {
  const found = routes.filter(
    ({ endpoint }) => endpoint.method === method && paramsIn(endpoint, path),
  );
  const exact = found.filter(({ endpoint }) => endpoint.path === path);
  return exact.length ? exact : found;
};

/**
 * Returns the answer to a request.
 * @throws ContractViolation, or an Error if no route answers the request
 */
function answerTo(
  routes: readonly FakeRoute[],
  asked: RecordedRequest,
  file: boolean,
): AnswerParts {
  for (const { endpoint, answer } of matching(routes, asked)) {
    const { query, body } = asked;
    const params = paramsIn(endpoint, asked.path) ?? {};
    const parsed = checkRequest(endpoint, { params, query, body, file });
    const basic = asked.headers.authorization?.startsWith('Basic ') === true;
    const given = answer({ ...parsed, headers: asked.headers, basic });
    if (!given) continue;
    checkAnswer(endpoint, given);
    return given;
  }
  throw new Error(`${asked.method} ${asked.path}: no route of this test's fake server answers it`);
}

const problems: string[] = [];
/**
 * Returns the problems that the fake server has noticed since the last call. If problems are left
 * at the end of a test, the test fails.
 */
export const takeServerProblems = () => problems.splice(0);
afterEach(() => {
  const found = takeServerProblems();
  if (found.length) throw new Error(found.join('\n'));
});

/** The parts of a Response that the client reads, since jsdom has no Response. */
const response = ({
  status,
  body,
  headers,
}: AnswerParts & { headers?: Record<string, string> }) => {
  const all: Record<string, string> = { 'content-type': 'application/json', ...headers };
  return {
    ok: status < 400,
    status,
    headers: { get: (name: string) => all[name.toLowerCase()] ?? null },
    text: () => Promise.resolve(body === undefined ? '' : JSON.stringify(body)),
  };
};

/** Replaces the network. @param fake answers with what the client reads of a Response, which jsdom does not have */
export function replaceFetch(fake: (input: string, init: RequestInit) => Promise<unknown>): void {
  Object.assign(globalThis, {
    fetch: (input: string, init: RequestInit = {}) => fake(input, init),
  });
}

/**
 * A fake server behind `fetch`: only the network is replaced, all code on this side of it is real. Each request and each answer is parsed
 * by the endpoint's contract; a request or an answer that the contract refuses fails the test, and so does a request that no route
 * answers.
 * @param routes the first one that matches and answers is used
 * @returns the requests, in the order in which they came
 */
export function fakeServer(...routes: (FakeRoute | readonly FakeRoute[])[]): RecordedRequest[] {
  const all = routes.flat();
  const asked: RecordedRequest[] = [];
  replaceFetch((input, init) => {
    const url = new URL(input, location.origin);
    const one: RecordedRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    asked.push(one);
    try {
      return Promise.resolve(response(answerTo(all, one, init.body instanceof FormData)));
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      problems.push(error.message);
      return Promise.reject(error);
    }
  });
  return asked;
}
