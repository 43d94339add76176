import { events, type EventName } from '../contracts/events';
import type { Consumer } from './consumer';

/** Events that nobody reacts to yet, on purpose: they are kept for the record. */
export const silent: readonly EventName[] = [
  'identity.account-purged',
  'studies.study-changed',
  'studies.consent-published',
];

/** Which queues an event goes into, from the keys of each consumer's `on`. */
export type Routing = ReadonlyMap<EventName, readonly string[]>;

/**
 * @throws Error at boot, when an event has neither a consumer nor an entry in the list of silent
 * ones, or both, or two consumers share a name: a forgotten reaction must not be found in
 * production.
 */
export function routingOf(consumers: readonly Consumer[]): Routing {
  const names = consumers.map((c) => c.name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`two consumers are called ${twice}`);
  const routing = new Map<EventName, string[]>();
  for (const name of Object.keys(events) as EventName[]) {
    const queues = consumers.filter((c) => c.on[name] !== undefined).map((c) => c.name);
    if (queues.length === 0 && !silent.includes(name))
      throw new Error(`nothing reacts to ${name}, and it is not in the list of silent events`);
    if (queues.length > 0 && silent.includes(name))
      throw new Error(`${name} is called silent, but ${queues.join(', ')} reacts to it`);
    routing.set(name, queues);
  }
  return routing;
}
