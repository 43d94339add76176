import type { EventName } from '../contracts/base/events';
import type { Consumer } from '../server/platform/messaging/consumer';

/** The queues of each event, from the keys of each consumer's `on`. */
export type Routing = ReadonlyMap<EventName, readonly string[]>;

/**
 * @param names every event that a context declares
 * @param silent events that their contexts declare to have no consumer
 * @throws Error at boot, when an event has neither a consumer nor is declared silent, or both, when
 * a consumer names an event that no context declares, or when two consumers share a name: a
 * forgotten reaction must not be found in production.
 */
export function routingOf(
  consumers: readonly Consumer[],
  names: readonly EventName[],
  silent: ReadonlySet<EventName>,
): Routing {
  const queueNames = consumers.map((c) => c.name);
  const twice = queueNames.find((name, i) => queueNames.indexOf(name) !== i);
  if (twice) throw new Error(`two consumers are called ${twice}`);
  for (const { name, on } of consumers)
    for (const event of Object.keys(on) as EventName[])
      if (!names.includes(event))
        throw new Error(`${name} reacts to ${event}, which no context declares`);
  const routing = new Map<EventName, string[]>();
  for (const name of names) {
    const queues = consumers.filter((c) => c.on[name] !== undefined).map((c) => c.name);
    if (queues.length === 0 && !silent.has(name))
      throw new Error(`nothing reacts to ${name}, and no context declares it silent`);
    if (queues.length > 0 && silent.has(name))
      throw new Error(`${name} is declared silent, but ${queues.join(', ')} reacts to it`);
    routing.set(name, queues);
  }
  return routing;
}
