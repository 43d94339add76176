import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** Makes an id that is ordered by time (RFC 9562): for accounts, studies, sessions, events. */
export const timeOrderedId = (): string => v7();
/**
 * Makes a random id, which reveals no time: for participations, agreements and responses, whose
 * order could identify a person (docs/api-conventions.md, Conventions).
 */
export const randomId = (): string => randomUUID();
