import type {
  Endpoint,
  EndpointResponseBody,
  EndpointRequest,
} from '../../../contracts/base/endpoint';
import type { ApiErrorBody } from '../../../contracts/base/errors';
import type {
  listParticipations,
  changeParticipationState,
} from '../../../contracts/enrolment/participations';
import type { startRun, storeRecords } from '../../../contracts/runtime/runtime';
import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import type { readStudy } from '../../../contracts/studies/studies';
import { config } from '../lib/http/config';
import { readToken } from '../lib/http/token';

/*
 * The few requests of the runner. Their types come from the contract, but the code does not check
 * them with the contract's schemas: with the schemas, the page would be 50 % larger.
 */

type Body<E extends Endpoint> = EndpointRequest<E> extends { body: infer B } ? B : never;

/**
 * An error that the server returned for a request; the status is 0 if the server could not be
 * reached.
 */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly body: Partial<ApiErrorBody> = {},
    readonly retryAfterMs?: number,
  ) {
    super(body.description ?? code);
  }
  /** Whether the same request may succeed if it is repeated later. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.status === 408;
  }
}

const patienceMs = 20_000;

export async function requestApi(path: string, init: RequestInit): Promise<Response> {
  const token = readToken();
  let answer: Response;
  try {
    answer = await fetch(config.apiUrl + path, {
      credentials: 'include',
      signal: init.keepalive ? undefined : AbortSignal.timeout(patienceMs),
      ...init,
      headers: {
        'accept-language': document.documentElement.lang,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(init.body && { 'content-type': 'application/json' }),
        ...(init.headers as Record<string, string> | undefined),
      },
    });
  } catch {
    throw new CallError(0, 'unreachable');
  }
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => ({}))) as Partial<ApiErrorBody>;
  const wait = Number(answer.headers.get('retry-after'));
  throw new CallError(
    answer.status,
    body.code ?? 'internal',
    body,
    wait > 0 ? wait * 1000 : undefined,
  );
}

/** @throws CallError */
export const requestJson = async <E extends Endpoint>(path: string, init: RequestInit = {}) =>
  (await (await requestApi(path, init)).json()) as EndpointResponseBody<E>;

export const fetchOwnParticipation = async (id: string) => {
  const { items } = await requestJson<typeof listParticipations>('/api/participations/?limit=200');
  return items.find(({ _id }) => _id === id);
};
export const fetchStudy = (id: string) => requestJson<typeof readStudy>(`/api/studies/${id}/`);
export const startParticipationRun = (id: string, body: Body<typeof startRun>) =>
  requestJson<typeof startRun>(`/api/participations/${id}/runs/`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
export const sendRunRecords = (id: string, body: string, keepalive = false) =>
  requestJson<typeof storeRecords>(`/api/participations/${id}/trials/`, {
    method: 'POST',
    body,
    keepalive,
  });
const move = (id: string, action: 'complete' | 'withdraw') =>
  requestJson<typeof changeParticipationState>(`/api/participations/${id}/`, {
    method: 'PUT',
    body: JSON.stringify({ action }),
  });
export const completeParticipation = (id: string) => move(id, 'complete');
export const withdrawParticipation = (id: string) => move(id, 'withdraw');
/** Fetches all records of a run that the server has stored, in order. */
export async function fetchStoredRecords(id: string, run: string): Promise<StoredRecord[]> {
  const answer = await requestApi(`/api/participations/${id}/runs/${run}/records/`, {});
  const text = await answer.text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StoredRecord);
}
