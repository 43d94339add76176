import * as accounts from './accounts';
import type { Endpoint } from './endpoint';
import * as participations from './participations';
import * as researchers from './researchers';
import * as sessions from './sessions';
import * as studies from './studies';

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value && 'replies' in value;

/** Every call of the wire: the OpenAPI document and the authorisation matrix are made from this list. */
export const allEndpoints: readonly Endpoint[] = [accounts, participations, researchers, sessions, studies].flatMap((part) => Object.values<unknown>(part).filter(isEndpoint));
