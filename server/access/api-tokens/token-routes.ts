import type { DataSource } from 'typeorm';
import type { TokenRequirement } from '../../../contracts/base/access';
import type { Endpoint } from '../../../contracts/base/endpoint';
import { liveTopics } from '../../../contracts/live/live-topics';
import type { Capabilities } from '../../platform/context/capabilities';

/**
 * The kinds of objects whose ids occur in paths of the API. If an API token is bound to studies,
 * the gate finds the study of such an object, and compares it with the studies of the token.
 */
export type StudyBoundObjectKind = Exclude<TokenRequirement['study'], 'query' | null>;
/**
 * Finds the study of an object; undefined if there is no such object. An object never moves to
 * another study.
 */
export type StudyLookup = (source: DataSource, id: string) => Promise<string | undefined>;

declare module '../../platform/context/context' {
  interface Context {
    /**
     * Functions that find the study to which an object of this context belongs. They are needed
     * because an API token may be bound to studies.
     */
    readonly studyOf?: Readonly<Partial<Record<StudyBoundObjectKind, StudyLookup>>>;
  }
}

/**
 * Prefixes of paths that no API token may call, whatever its scope. They lead to the account and
 * the personal data of its holder, to sign-in methods, to tokens, and to secrets that would remain
 * valid longer than the token.
 */
const closed = [
  '/api/api-tokens/',
  '/api/audit/',
  '/api/deletion-requests/',
  '/api/demographics/',
  '/api/exports/',
  '/api/identities/',
  '/api/oidc/',
  '/api/roster-accesses/',
  '/api/saml/',
  '/api/second-factor/',
  '/api/security/',
  '/api/sign-ins/',
  '/api/users/',
  '/api/webhooks/',
];

type Known = ReadonlySet<StudyBoundObjectKind>;

function gapsOf({ method, path, access, query }: Endpoint, known: Known): string[] {
  const { token } = access;
  if (!token) return [];
  const what = `${method} ${path} accepts API tokens`;
  const { scope, study, copies } = token;
  const reads = method === 'GET' || (copies === true && scope === 'export');
  const queried = (query as { shape?: object } | undefined)?.shape ?? {};
  return [
    ...(closed.some((beginning) => path.startsWith(beginning))
      ? [`${what}, which is closed to them.`]
      : []),
    ...('exceptActions' in access
      ? [`${what} beside actions with a credential of their own.`]
      : []),
    ...(reads === (scope === 'manage')
      ? [`${what} of the scope ${scope}, which is not that of the method.`]
      : []),
    ...(study === 'query' && !('study' in queried)
      ? [`${what} bound by a query that names no study.`]
      : []),
    ...(study !== null && study !== 'query' && !(known.has(study) && path.includes('{id}'))
      ? [`${what} bound by a ${study}, which its path does not name or no context knows.`]
      : []),
  ];
}

/**
 * Collects from all contexts the functions that find the study of an object.
 * @throws Error, which stops the server's start, if a live topic accepts API tokens, or if a call
 *   accepts API tokens against the rules of `gapsOf`
 */
export function collectStudyLookups({
  contexts,
  endpoints,
}: Pick<Capabilities, 'contexts' | 'endpoints'>): ReadonlyMap<StudyBoundObjectKind, StudyLookup> {
  const all = new Map(
    contexts.flatMap(
      ({ studyOf = {} }) => Object.entries(studyOf) as [StudyBoundObjectKind, StudyLookup][],
    ),
  );
  const known = new Set(all.keys());
  const gaps = [
    ...endpoints.flatMap((endpoint) => gapsOf(endpoint, known)),
    ...Object.entries(liveTopics)
      .filter(([, { access }]) => access.token !== undefined)
      .map(([kind]) => `The topic ${kind} accepts API tokens, which open no sockets.`),
  ];
  if (gaps.length > 0) throw new Error(gaps.join(' '));
  return all;
}
