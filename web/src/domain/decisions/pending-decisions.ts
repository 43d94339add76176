import { create } from 'zustand';
import {
  decideOnManyParticipations,
  type DecisionByRosterTag,
} from '../../../../contracts/enrolment/session-insights';
import { call, apiRequestOf } from '../../lib/http/api';
import { readToken } from '../../lib/http/token';
import { config } from '../../lib/http/config';

/**
 * How long a researcher can undo a decision. The decision is sent after this time, or when the
 * researcher leaves the page.
 */
export const undoWindowMs = 10_000;
/** The most bytes that a browser still sends after the page was closed (Fetch, keepalive). */
const keptAlive = 60_000;

export interface PendingDecision {
  id: number;
  sessionId: string;
  decisions: DecisionByRosterTag[];
  /** The time at which the decision is sent, in milliseconds of `Date.now()`. */
  goesAt: number;
}
interface Held {
  held: PendingDecision[];
}
export const usePendingDecisionStore = create<Held>()(() => ({ held: [] }));

const timers = new Map<number, ReturnType<typeof setTimeout>>();
let last = 0;
let settled: (one: PendingDecision, error: unknown) => void = () => undefined;

/**
 * Calls the listener each time that the request for a pending decision has ended. `error` is
 * undefined if the server accepted the decision.
 */
export function onDecisionResponse(listener: typeof settled) {
  settled = listener;
  return () => {
    settled = () => undefined;
  };
}

const take = (id: number): PendingDecision | undefined => {
  const found = usePendingDecisionStore.getState().held.find((one) => one.id === id);
  clearTimeout(timers.get(id));
  timers.delete(id);
  usePendingDecisionStore.setState(({ held }) => ({ held: held.filter((one) => one.id !== id) }));
  return found;
};

const sent = ({ sessionId, decisions }: PendingDecision) => ({
  params: { id: sessionId },
  body: { decisions },
});

async function send(one: PendingDecision) {
  try {
    await call(decideOnManyParticipations, sent(one));
    settled(one, undefined);
  } catch (error) {
    settled(one, error);
  }
}

/**
 * Holds a decision back for ten seconds.
 * @returns its id, for `undoDecision`
 */
export function delayDecision(
  sessionId: string,
  decisions: DecisionByRosterTag[],
  now = Date.now(),
): number {
  const one: PendingDecision = { id: ++last, sessionId, decisions, goesAt: now + undoWindowMs };
  usePendingDecisionStore.setState(({ held }) => ({ held: [...held, one] }));
  timers.set(
    one.id,
    setTimeout(() => {
      const due = take(one.id);
      if (due) void send(due);
    }, undoWindowMs),
  );
  return one.id;
}

export const undoDecision = (id: number): void => void take(id);

/** Sends all pending decisions immediately: the researcher goes to another page of the app. */
export function sendPendingDecisions(): void {
  for (const { id } of usePendingDecisionStore.getState().held) {
    const one = take(id);
    if (one) void send(one);
  }
}

/**
 * Sends the pending decisions immediately if they are too large to be sent while the page closes.
 * The browser then asks the researcher whether to leave the page. This gives the requests time.
 */
export function sendDecisionsBeforeUnload(event: BeforeUnloadEvent): void {
  const bytes = usePendingDecisionStore
    .getState()
    .held.reduce((sum, one) => sum + new Blob([JSON.stringify(sent(one).body)]).size, 0);
  if (bytes < keptAlive) return;
  event.preventDefault();
  sendPendingDecisions();
}

/** Sends pending decisions while the browser closes the page, without reading the answers. */
export function sendDecisionsOnPageClose(): void {
  const token = readToken();
  for (const { id } of usePendingDecisionStore.getState().held) {
    const one = take(id);
    if (!one) continue;
    const { url, method } = apiRequestOf(decideOnManyParticipations, sent(one));
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
