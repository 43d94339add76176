import { getDomain } from 'tldts';

/** Where studies that use microphone or camera are served from: an origin of its own for each. */
export interface StudyOrigin {
  /** `https://*.studies.example`, as a content security policy reads it. */
  readonly pattern: string;
  /** Set by nobody: on one's own machine, where browsers resolve every name below `localhost`. */
  readonly isLocal: boolean;
}

/** The site of a host (its registrable domain), or the host itself for an address and `localhost`. */
const siteOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;

/**
 * Checks `STUDY_ORIGIN`. Cookies know neither ports nor, below one site, hosts: a study on the app's
 * own host or a sibling of it could plant a token's cookie (docs/decisions/0081-study-origins.md).
 * @param given `https://*.studies.example`, or undefined
 * @throws Error with what is wrong with it
 */
export function studyOriginOf(
  given: string | undefined,
  { app, api, cookieDomain }: { app: string; api: string; cookieDomain: string | undefined },
): StudyOrigin | null {
  if (given === undefined) return localOrigin(app, api);
  const [, protocol = '', host = ''] =
    /^(https?):\/\/\*\.([a-z0-9.-]+(?::\d+)?)$/i.exec(given) ?? [];
  if (!host) throw new Error('not an origin with a star, such as https://*.studies.example');
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const isLoopback = name === 'localhost' || name.endsWith('.localhost');
  if (protocol.toLowerCase() === 'http' && !isLoopback)
    throw new Error('must begin with https, since browsers give devices to nothing else');
  const taken = [app, api].map((origin) => new URL(origin).hostname);
  if (cookieDomain) taken.push(cookieDomain.replace(/^\./, ''));
  if (taken.some((one) => siteOf(one) === siteOf(name)))
    throw new Error('must be another site than the app: its cookies would be within reach');
  return { pattern: `${protocol.toLowerCase()}://*.${host.toLowerCase()}`, isLocal: false };
}

/** On one's own machine the app is at the loopback address, and studies are below `localhost`. */
function localOrigin(app: string, api: string): StudyOrigin | null {
  const { protocol, hostname, port } = new URL(app);
  if (app !== api || protocol !== 'http:' || hostname !== '127.0.0.1') return null;
  return { pattern: `http://*.localhost${port && `:${port}`}`, isLocal: true };
}

/** The origin of one study. Its id is in the page's addresses anyway. */
export const originOfStudy = ({ pattern }: StudyOrigin, studyId: string): string =>
  pattern.replace('*', studyId.replaceAll('-', ''));

/** An id without its dashes. */
const label = /^[0-9a-f]{32}$/;

/**
 * Whether a request's host (with its port) is one that studies are served from: a study's id before
 * what the origins have in common. Other names below it are other things (`eu.localhost`).
 */
export function isStudyHost({ pattern }: StudyOrigin, host: string): boolean {
  const [, ending = ''] = /\/\/\*(.+)$/.exec(pattern) ?? [];
  const name = host.toLowerCase();
  return name.endsWith(ending) && label.test(name.slice(0, -ending.length));
}
