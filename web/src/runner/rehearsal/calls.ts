import type { Result, Send } from '../../../../contracts/base/endpoint';
import type {
  endRehearsalRun,
  readRehearsal,
  startRehearsalRun,
  storeRehearsalRecords,
} from '../../../../contracts/runtime/rehearsals';
import { CallError, json } from '../api';

export type Rehearsal = Result<typeof readRehearsal>;
export type How = Send<typeof endRehearsalRun>['body'];

export const rehearsal = (id: string) => json<typeof readRehearsal>(`/api/rehearsals/${id}/`);
export const start = (id: string, body: Send<typeof startRehearsalRun>['body']) =>
  json<typeof startRehearsalRun>(`/api/rehearsals/${id}/runs/`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
export const store = (id: string, body: string, keepalive = false) =>
  json<typeof storeRehearsalRecords>(`/api/rehearsals/${id}/trials/`, {
    method: 'POST',
    body,
    keepalive,
  });
export const end = (id: string, run: string, how: How) =>
  json<typeof endRehearsalRun>(`/api/rehearsals/${id}/runs/${run}/`, {
    method: 'PUT',
    body: JSON.stringify(how),
  });

/** Repeats a request for as long as the server cannot be reached. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (let pause = 500; ; pause = Math.min(pause * 2, 10_000))
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallError) || !error.isPassing) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? pause));
    }
}
