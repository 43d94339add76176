import { ownFolder } from '../../../contracts/study-files/study-names';
import { servedFolder, servingKey } from '../../../contracts/study-files/study-path';

/** The sandbox of a study's page: no access to the top window, no other windows, an opaque origin. */
const sandbox = 'sandbox allow-scripts allow-forms allow-pointer-lock allow-downloads allow-modals';
/** The sandbox that keeps the origin of its address, which no other study and none of our pages shares. */
const sandboxOfOrigin = `${sandbox} allow-same-origin`;

export interface ServingPlace {
  /** The origin that serves files: the server's own, or one that is the study's alone. */
  origin: string;
  /** Whether the origin belongs to this study alone, so that its pages may use storage and the like of that origin. */
  isOwn: boolean;
  /** Whether other studies' origins belong to the same site, so that their cookies are within its reach. */
  areOneSite: boolean;
  /** The web app, whose pages alone may embed a study. */
  app: string;
}

/** The permissions of pages at an address of a study's files. */
export interface ServedStudy {
  readonly hosts: readonly string[];
  /** Whether the study's pages may embed frames. */
  readonly frames: boolean;
  /** Whether it has custom code, not written by this site. */
  readonly own_code: boolean;
}

/** The script paths of a builder study: below its own folder, and our scripts. */
const playerScripts = ['jspsych.js', 'player.js', 'plugins/', `${ownFolder}/`];

/**
 * Script sources that allow only scripts of this site, whatever the study's texts contain: no inline scripts and no
 * `eval`.
 */
const withoutOwnCode = (folder: string): string[] => [
  "default-src 'none'",
  `script-src ${playerScripts.map((path) => `${folder}${path}`).join(' ')}`,
  `style-src ${folder} 'unsafe-inline'`,
  ...['img-src', 'media-src', 'font-src', 'connect-src'].map(
    (one) => `${one} ${folder} data: blob:`,
  ),
  "form-action 'none'",
  "base-uri 'none'",
  "frame-src 'none'",
];

function withOwnCode(folder: string, { hosts, frames }: ServedStudy): string[] {
  const own = [folder, ...hosts].join(' ');
  return [
    `default-src ${own} data: blob: 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
    `connect-src ${[own, ...socketsOf(hosts)].join(' ')} data: blob:`,
    `form-action ${own}`,
    `base-uri ${own}`,
    frames ? `frame-src ${own} data: blob:` : "frame-src 'none'",
    "object-src 'none'",
  ];
}

const socketsOf = (hosts: readonly string[]) => hosts.map((one) => one.replace(/^https:/, 'wss:'));
const folderOf = ({ origin }: ServingPlace, key: string) => `${origin}${servedFolder}${key}/`;

/** Chromium does not know `webrtc` and reports it as an error; `Connection-Allowlist` does the same there. */
const knowsAllowlist = (agent: string) => /Chrom(e|ium)\//.test(agent);

/**
 * Which pages may embed a page of the study (`frame-ancestors`): the web app, and where the study shows frames, its
 * own pages. No name and no `*` matches an embedding page without an origin, so the header is left out then
 * (docs/decisions/study-sandbox.md).
 */
function ancestorsOf({ isOwn, app, origin }: ServingPlace, { frames }: ServedStudy): string[] {
  if (!frames) return [`frame-ancestors ${app}`];
  return isOwn ? [`frame-ancestors ${app} ${origin}`] : [];
}

/**
 * The Content-Security-Policy of a study's documents. The origin is written out, since browsers differ in what
 * `'self'` means in a document with an opaque origin.
 * @param agent the browser's user agent
 */
export function studyPolicy(
  place: ServingPlace,
  key: string,
  study: ServedStudy,
  agent = '',
): string {
  const { isOwn } = place;
  const webrtc = knowsAllowlist(agent) ? [] : ["webrtc 'block'"];
  const folder = folderOf(place, key);
  return [
    isOwn ? sandboxOfOrigin : sandbox,
    ...ancestorsOf(place, study),
    ...(study.own_code ? withOwnCode(folder, study) : withoutOwnCode(folder)),
    ...webrtc,
  ].join('; ');
}

/**
 * The `Connection-Allowlist` header: the addresses to which documents may connect, in browsers that support it
 * (Chromium since 152). It also covers speculative connections, such as before a blocked navigation, and WebRTC,
 * which it blocks. Frames without an address inherit it from the page around them.
 */
export function connectionAllowlist(
  place: ServingPlace,
  key: string,
  { hosts }: Pick<ServedStudy, 'hosts'>,
): string {
  const others = [...hosts, ...socketsOf(hosts)].map((host) => `${host}/`);
  const list = [folderOf(place, key), ...others].map((one) => `"${one}*"`).join(' ');
  // A declared host may redirect, as CDNs do; this server does not.
  return `(${list});webrtc=block;redirects=${others.length > 0 ? 'allow' : 'block'}`;
}

/** The policy of a response that belongs to no study: it allows nothing. */
export const policyOfNothing = (app: string): string =>
  [sandbox, `frame-ancestors ${app}`, "default-src 'none'"].join('; ');
const connectionsOfNothing = '();webrtc=block;redirects=block';

/** The key in the path of an address, or null. */
export const keyIn = (path: string): string | null => {
  const [key = ''] = path.slice(servedFolder.length).split(/[/?#]/, 1);
  return servingKey.test(key) ? key : null;
};

/**
 * The headers of every response below `/s/`, errors included: a file opened by itself must never run in one of our
 * origins.
 */
export const servingHeaders = (
  policy: string,
  allowlist = connectionsOfNothing,
): Record<string, string> => ({
  'Content-Security-Policy': policy,
  'Connection-Allowlist': allowlist,
  'Access-Control-Allow-Origin': '*',
  // A page with an opaque origin requests its own files cross-origin; libraries add headers to such requests
  // (`X-Requested-With` of jQuery and PreloadJS), which are ignored here.
  'Access-Control-Allow-Headers': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});
