import type { DataSource } from 'typeorm';
import type { TokenUse } from '../../../contracts/base/access';
import type { Endpoint } from '../../../contracts/base/endpoint';
import { topics } from '../../../contracts/live/live-topics';
import type { Capabilities } from '../../platform/context/capabilities';

/** What a path may name, whose study holds a bound token. */
export type BoundThing = Exclude<TokenUse['study'], 'query' | null>;
/** The study of a thing; undefined where there is none. It never changes. */
export type StudyOf = (source: DataSource, id: string) => Promise<string | undefined>;

declare module '../../platform/context/context' {
  interface Context {
    /** Which study a thing of this context belongs to: API tokens are bound to studies. */
    readonly studyOf?: Readonly<Partial<Record<BoundThing, StudyOf>>>;
  }
}

/**
 * What no API token reaches, whatever its scope: the account and what is known of its holder, ways
 * to sign in, tokens, and secrets that would outlive the token. The beginning of a path.
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

type Known = ReadonlySet<BoundThing>;

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
 * How the study of each thing is found.
 * @throws Error which stops the boot: a call that may not accept API tokens or cannot tell which
 * study it is about
 */
export function collectStudyOf({
  contexts,
  endpoints,
}: Pick<Capabilities, 'contexts' | 'endpoints'>): ReadonlyMap<BoundThing, StudyOf> {
  const all = new Map(
    contexts.flatMap(({ studyOf = {} }) => Object.entries(studyOf) as [BoundThing, StudyOf][]),
  );
  const known = new Set(all.keys());
  const gaps = [
    ...endpoints.flatMap((endpoint) => gapsOf(endpoint, known)),
    ...Object.entries(topics)
      .filter(([, { access }]) => access.token !== undefined)
      .map(([kind]) => `The topic ${kind} accepts API tokens, which open no sockets.`),
  ];
  if (gaps.length > 0) throw new Error(gaps.join(' '));
  return all;
}
