import type { Endpoint } from '../../../contracts/endpoint';
import type { ErrorCode } from '../../../contracts/errors';
import type { Scene } from './personas';

/** A status, or the code of a refusal, which implies it. */
export type Cell = number | ErrorCode;
export type Cells = readonly [
  visitor: Cell,
  participant: Cell,
  unverified: Cell,
  otherParticipant: Cell,
  pending: Cell,
  failed: Cell,
  approved: Cell,
  otherResearcher: Cell,
  administrator: Cell,
];
export interface Ask {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}
export interface Row {
  endpoint: Endpoint;
  what: string;
  cells: Cells;
  ask: (scene: Scene) => Ask | Promise<Ask>;
}

/**
 * A call, and what it answers to each of the nine. `what`: which of its uses, where it has several.
 */
export const row = (
  endpoint: Endpoint,
  cells: Cells,
  ask: Row['ask'] = () => ({}),
  what = '',
): Row => ({ endpoint, cells, ask, what });

/** Everybody gets the same. */
export const all = (cell: Cell): Cells => [cell, cell, cell, cell, cell, cell, cell, cell, cell];
/** Whoever is signed in gets the same. */
export const signedIn = (cell: Cell): Cells => [
  'unauthenticated',
  cell,
  cell,
  cell,
  cell,
  cell,
  cell,
  cell,
  cell,
];
/** Administrators alone. */
export const administrators = (cell: Cell): Cells =>
  [
    'unauthenticated',
    ...Array.from({ length: 7 }, () => 'forbidden' as const),
    cell,
  ] as unknown as Cells;
