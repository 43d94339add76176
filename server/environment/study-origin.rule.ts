import { getDomain, parse } from 'tldts';

/**
 * The hosts from which studies that use the microphone or the camera are served. Each study has an
 * origin of its own.
 */
export interface StudyOrigin {
  /**
   * The origins as a pattern of a content security policy, such as `https://*.studies.example`,
   * without a default port.
   */
  readonly pattern: string;
  /**
   * Whether these are the default origins of a developer's machine, because the operator configured
   * no origins. Browsers resolve every name below `localhost` to this machine.
   */
  readonly isLocal: boolean;
  /**
   * Whether all these origins belong to one site, so that a study could set cookies for the other
   * studies. If the operator has added the name to the public suffix list, each origin is a site of
   * its own.
   */
  readonly areOneSite: boolean;
}

/**
 * Returns the site of a host, that is, its registrable domain. For an IP address and for
 * `localhost` it is the host itself.
 */
const siteOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host;

/** A label in a host name that is a study's id without its dashes. */
const label = /^[0-9a-f]{32}$/;
const anyLabel = '0'.repeat(32);

/**
 * Checks `STUDY_ORIGIN`. Studies must not be on the app's own site. Hosts of one site may share
 * cookies, whatever their ports. So a study on the app's site could set a cookie for the app, with
 * a token of the study's choice (docs/decisions/study-sandbox.md).
 * @param given a value such as `https://*.studies.example`, or undefined
 * @throws Error that says what is wrong with it
 */
export function parseStudyOrigin(
  given: string | undefined,
  { app, api, cookieDomain }: { app: string; api: string; cookieDomain: string | undefined },
): StudyOrigin | null {
  if (given === undefined) return localOrigin(app, api);
  const { protocol, name, port } = readPattern(given);
  const isLoopback = name === 'localhost' || name.endsWith('.localhost');
  if (protocol === 'http:' && !isLoopback)
    throw new Error('must begin with https, since browsers give devices to nothing else');
  requireOwnable(name);
  const taken = [app, api].map((origin) => new URL(origin).hostname);
  if (taken.some((one) => isWithin(one, name)))
    throw new Error('must not be above the app: no page of the app is there');
  if (cookieDomain) taken.push(cookieDomain.replace(/^\./, ''));
  if (taken.some((one) => siteOf(one) === siteOf(name)))
    throw new Error('must be another site than the app: its cookies would be within reach');
  return originBelow(name, `${protocol}//*.${name}${port && `:${port}`}`, false);
}

/** Parses the protocol, the `*` and the parent name of `STUDY_ORIGIN`. */
function readPattern(given: string) {
  const [, protocol = '', host = ''] =
    /^(https?):\/\/\*\.([a-z0-9.-]+(?::\d+)?)$/i.exec(given) ?? [];
  const wrong = new Error('not an origin with a star, such as https://*.studies.example');
  if (!host) throw wrong;
  const address = `${protocol}://${anyLabel}.${host}`;
  const { hostname, port, protocol: read } = URL.canParse(address) ? new URL(address) : {};
  const name = hostname?.slice(anyLabel.length + 1) ?? '';
  const isName = name
    .split('.')
    .every((part) => /^(?!-)[a-z0-9-]{1,63}$/.test(part) && !part.endsWith('-'));
  if (!isName || hostname === undefined || hostname.length > 253) throw wrong;
  return { protocol: read, name, port };
}

/**
 * Refuses a public suffix of a registry, below which any person may register names. A name that its owner has entered
 * in the public suffix list is accepted.
 */
function requireOwnable(name: string): void {
  const { publicSuffix, isPrivate } = parse(name, { allowPrivateDomains: true });
  if (publicSuffix === name && !isPrivate && name !== 'localhost')
    throw new Error('must be a name that somebody owns, and not all names below a suffix');
}

const originBelow = (name: string, pattern: string, isLocal: boolean): StudyOrigin => ({
  pattern,
  isLocal,
  areOneSite: siteOf(`${anyLabel}.${name}`) === siteOf(`x.${name}`),
});

/**
 * Returns the default origins on a developer's machine. The app must be at 127.0.0.1, because the
 * studies are at hosts below `localhost`.
 */
function localOrigin(app: string, api: string): StudyOrigin | null {
  const { protocol, hostname, port } = new URL(app);
  if (app !== api || protocol !== 'http:' || hostname !== '127.0.0.1') return null;
  return originBelow('localhost', `http://*.localhost${port && `:${port}`}`, true);
}

/** Returns the origin of a study. Like the addresses of its pages, it contains the study's id. */
export const originOfStudy = ({ pattern }: StudyOrigin, studyId: string): string =>
  pattern.replace('*', studyId.replaceAll('-', ''));

const isWithin = (name: string, above: string) => name === above || name.endsWith(`.${above}`);
/**
 * The names under which the regional servers can be tried on a developer's machine
 * (web/src/features/layout/menus/regions.rule.ts).
 */
const regional = /^(eu|us)\.localhost$/;

/** Normalizes a host with its port, as in an origin: in lower case and without the default port. */
export function normalizedHostOf({ pattern }: StudyOrigin, host: string): string {
  const asked = host.toLowerCase();
  if (!/^[\w.-]+(:\d+)?$/.test(asked)) return asked;
  const address = `${pattern.split('//', 1)[0]}//${asked}`;
  return URL.canParse(address) ? new URL(address).host : asked;
}

/**
 * Determines to what kind of host a request is addressed:
 * - `study`: the host of a study, which begins with the study's id
 * - `nobody`: any other host below the studies' common name, such as `x.studies.example`, or a
 *   study's host with another port or a trailing dot. Neither a study nor the app may answer there
 * - `app`: all other hosts
 */
export function kindOfHost(origin: StudyOrigin, host: string): 'study' | 'nobody' | 'app' {
  const [, common = ''] = origin.pattern.split('*.');
  const asked = normalizedHostOf(origin, host);
  const below = `.${common}`;
  if (asked.endsWith(below) && label.test(asked.slice(0, -below.length))) return 'study';
  const [base = '', name = ''] = [common, asked].map((one) => one.replace(/\.?(:\d+)?$/, ''));
  // `localhost` itself is not the host of a study, and browsers do not share its cookies with the
  // hosts below it, so the app may answer there.
  if (base === 'localhost' && (name === base || regional.test(name))) return 'app';
  return isWithin(name, base) ? 'nobody' : 'app';
}
