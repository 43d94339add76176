import { create } from 'zustand';
import { decideOnMany, type TagDecision } from '../../../../contracts/enrolment/session-insights';
import { call, requestOf } from '../../lib/http/api';
import { readToken } from '../../lib/http/token';
import { config } from '../../lib/http/config';

/** So long a decision can be undone: it is sent when that is over, or the page is left. */
export const undoMs = 10_000;
/** What a browser still sends of a page that it closes, in bytes (Fetch, keepalive). */
const keptAlive = 60_000;

export interface PendingDecision {
  id: number;
  sessionId: string;
  decisions: TagDecision[];
  /** When it goes out; of `Date.now()`. */
  goesAt: number;
}
interface Held {
  held: PendingDecision[];
}
export const usePending = create<Held>()(() => ({ held: [] }));

const timers = new Map<number, ReturnType<typeof setTimeout>>();
let last = 0;
let settled: (one: PendingDecision, error: unknown) => void = () => undefined;

/** Called with each decision that was answered; `error` is undefined where it was made. */
export function onSettled(listener: typeof settled) {
  settled = listener;
  return () => {
    settled = () => undefined;
  };
}

const take = (id: number): PendingDecision | undefined => {
  const found = usePending.getState().held.find((one) => one.id === id);
  clearTimeout(timers.get(id));
  timers.delete(id);
  usePending.setState(({ held }) => ({ held: held.filter((one) => one.id !== id) }));
  return found;
};

const sent = ({ sessionId, decisions }: PendingDecision) => ({
  params: { id: sessionId },
  body: { decisions },
});

async function send(one: PendingDecision) {
  try {
    await call(decideOnMany, sent(one));
    settled(one, undefined);
  } catch (error) {
    settled(one, error);
  }
}

/** Keeps a decision back for ten seconds. @returns its id, for `undo` */
export function hold(sessionId: string, decisions: TagDecision[], now = Date.now()): number {
  const one: PendingDecision = { id: ++last, sessionId, decisions, goesAt: now + undoMs };
  usePending.setState(({ held }) => ({ held: [...held, one] }));
  timers.set(
    one.id,
    setTimeout(() => {
      const due = take(one.id);
      if (due) void send(due);
    }, undoMs),
  );
  return one.id;
}

export const undo = (id: number): void => void take(id);

/** Sends what is held, now: the person goes to another page of the app. */
export function sendPending(): void {
  for (const { id } of usePending.getState().held) {
    const one = take(id);
    if (one) void send(one);
  }
}

/**
 * More than a page can send while it closes goes out before, and the browser asks whether to leave:
 * the question gives it the time.
 */
export function sendManyFirst(event: BeforeUnloadEvent): void {
  const bytes = usePending
    .getState()
    .held.reduce((sum, one) => sum + new Blob([JSON.stringify(sent(one).body)]).size, 0);
  if (bytes < keptAlive) return;
  event.preventDefault();
  sendPending();
}

/** Sends what is held while the browser closes the page. The answer is not read any more. */
export function sendHeldAtEnd(): void {
  const token = readToken();
  for (const { id } of usePending.getState().held) {
    const one = take(id);
    if (!one) continue;
    const { url, method } = requestOf(decideOnMany, sent(one));
    const text = JSON.stringify(sent(one).body);
    void fetch(config.apiUrl + url, {
      method,
      body: text,
      keepalive: new Blob([text]).size < keptAlive,
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
    }).catch(() => undefined);
  }
}
