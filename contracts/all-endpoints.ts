import * as accounts from './accounts';
import * as audit from './audit';
import * as dataRights from './data-rights';
import type { Endpoint } from './endpoint';
import * as identities from './identities';
import * as participants from './participants';
import * as participations from './participations';
import * as researchers from './researchers';
import * as saml from './saml';
import * as secondFactor from './second-factor';
import * as sessions from './sessions';
import * as signIns from './sign-ins';
import * as studies from './studies';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'replies' in value;

/**
 * Every call of the wire: the OpenAPI document and the authorisation matrix are made from this
 * list.
 */
export const allEndpoints: readonly Endpoint[] = [
  accounts,
  identities,
  saml,
  secondFactor,
  signIns,
  audit,
  dataRights,
  participants,
  participations,
  researchers,
  sessions,
  studies,
].flatMap((part) => Object.values<unknown>(part).filter(isEndpoint));
