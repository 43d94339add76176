import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** Ordered by time (RFC 9562): accounts, studies, sessions, events. */
export const timeOrderedId = (): string => v7();
/**
 * Without a trace of time: participations, agreements and responses, where order would tell who
 * (docs/api-conventions.md, Conventions).
 */
export const randomId = (): string => randomUUID();
