import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** Ordered by time (RFC 9562): accounts, studies, sessions, events. */
export const timeOrderedId = (): string => v7();
/**
 * Reveals no time: for participations, agreements and responses, whose order could identify a
 * person (docs/api-conventions.md, Conventions).
 */
export const randomId = (): string => randomUUID();
