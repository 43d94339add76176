import type { EndpointResponseBody, EndpointRequest } from '../../../../contracts/base/endpoint';
import type {
  endRehearsalRun,
  readRehearsal,
  startRehearsalRun,
  storeRehearsalRecords,
} from '../../../../contracts/runtime/rehearsals';
import { CallError, requestJson } from '../api';

export type Rehearsal = EndpointResponseBody<typeof readRehearsal>;
export type RehearsalRunResult = EndpointRequest<typeof endRehearsalRun>['body'];

export const fetchRehearsal = (id: string) =>
  requestJson<typeof readRehearsal>(`/api/rehearsals/${id}/`);
export const beginRehearsalRun = (
  id: string,
  body: EndpointRequest<typeof startRehearsalRun>['body'],
) =>
  requestJson<typeof startRehearsalRun>(`/api/rehearsals/${id}/runs/`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
export const sendRehearsalRecords = (id: string, body: string, keepalive = false) =>
  requestJson<typeof storeRehearsalRecords>(`/api/rehearsals/${id}/trials/`, {
    method: 'POST',
    body,
    keepalive,
  });
export const finishRehearsalRun = (id: string, run: string, how: RehearsalRunResult) =>
  requestJson<typeof endRehearsalRun>(`/api/rehearsals/${id}/runs/${run}/`, {
    method: 'PUT',
    body: JSON.stringify(how),
  });

/** Repeats a request for as long as the server cannot be reached. */
export async function retryUntilReachable<T>(call: () => Promise<T>): Promise<T> {
  for (let pause = 500; ; pause = Math.min(pause * 2, 10_000))
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallError) || !error.isPassing) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? pause));
    }
}
