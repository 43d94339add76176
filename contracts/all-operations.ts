import { allEndpoints } from './all-endpoints';
import type { Endpoint } from './endpoint';
import { nonJsonOperations, type NonJsonOperation } from './non-json-operations';

export type Operation = Endpoint | NonJsonOperation;

/** Everything that the server serves: a route of no operation does not start. */
export const allOperations: readonly Operation[] = [...allEndpoints, ...nonJsonOperations];
