import type { z } from 'zod';

/**
 * Every event by name with the schema of its data. Each context adds its own here by declaration
 * merging, in `server/<context>/<context>.events.ts`, and lists the schemas in its `context.ts`.
 */
export interface EventSchemas {}

export type EventName = Extract<keyof EventSchemas, string>;
export type EventData<N extends EventName> = EventSchemas[N] extends z.ZodType
  ? z.output<EventSchemas[N]>
  : never;

/**
 * A committed event. `id` is the id of its row in the outbox. `request_id` is the id of the request
 * that caused the event. The data of an event contain only the ids of what changed, and a consumer
 * reads the present state from the database. An event contains no name, address or code, and no
 * event contains the ids of both an account and a participation
 * (docs/decisions/outbox-and-queues.md).
 */
export interface DomainEvent<N extends EventName = EventName> {
  id: string;
  name: N;
  data: EventData<N>;
  at: string;
  request_id: string | null;
}

const schemas = new Map<EventName, z.ZodType>();

/** Registers the events that these contexts declare. A repeated call changes nothing. */
export function registerEvents(events: ReadonlyMap<EventName, z.ZodType>): void {
  for (const [name, schema] of events) schemas.set(name, schema);
}

/**
 * Checks the data of an event against the schema that its context declares.
 * @throws Error for an event that no context declares; ZodError for data that its schema refuses
 */
export function parseEvent<N extends EventName>(name: N, data: EventData<N>): unknown {
  const schema = schemas.get(name);
  if (!schema) throw new Error(`no context declares the event ${name}`);
  return schema.parse(data);
}
