import { platformFolder } from '../../../contracts/study-files/study-names';
import { studyFilesPrefix, servingKeyPattern } from '../../../contracts/study-files/study-path';

/**
 * The sandbox for a study's pages: an opaque origin, no access to the top window, no new windows.
 */
const sandbox = 'sandbox allow-scripts allow-forms allow-pointer-lock allow-downloads allow-modals';
/**
 * The sandbox for a study that has an origin of its own. Its pages run with this origin, and not
 * with an opaque one. No other study and none of our pages has this origin.
 */
const sandboxOfOrigin = `${sandbox} allow-same-origin`;

export interface ServingOrigin {
  /** The origin that serves the files: the server's own, or one for this study alone. */
  origin: string;
  /**
   * Whether the origin belongs to this study alone, so that its pages may use the origin's storage
   * and cookies.
   */
  isOwn: boolean;
  /**
   * Whether the origins of all studies belong to one site, so that one study can set cookies that
   * another one receives.
   */
  areOneSite: boolean;
  /** The origin of the web app. Only its pages may embed a study. */
  app: string;
}

/** What a study's pages may do, as stored with the address at which they are served. */
export interface StudyPagePermissions {
  readonly hosts: readonly string[];
  /** Whether the study's pages may embed frames. */
  readonly frames: boolean;
  /** Whether the study contains code of its own; otherwise only scripts of this site may run. */
  readonly own_code: boolean;
}

/** The scripts that a study made with the builder may load: player, plugins and our own scripts. */
const playerScripts = ['jspsych.js', 'player.js', 'plugins/', `${platformFolder}/`];

/**
 * Makes the policy for a study without code of its own. It allows only scripts of this site, no
 * inline scripts and no `eval`, whatever the study's texts contain.
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

function withOwnCode(folder: string, { hosts, frames }: StudyPagePermissions): string[] {
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
const folderOf = ({ origin }: ServingOrigin, key: string) => `${origin}${studyFilesPrefix}${key}/`;

/**
 * Whether the browser is Chromium. Chromium reports the directive `webrtc` as an error. In
 * Chromium, the header `Connection-Allowlist` blocks WebRTC instead.
 */
const knowsAllowlist = (agent: string) => /Chrom(e|ium)\//.test(agent);

/**
 * Makes the `frame-ancestors` directive, which names the pages that may embed a page of the study
 * (docs/decisions/study-sandbox.md). These are the pages of the web app and, if the study shows
 * frames, the study's own pages. No value of the directive matches pages with an opaque origin, not
 * even `*`. So if a study shows frames and its origin is opaque, the directive is left out.
 */
function ancestorsOf(
  { isOwn, app, origin }: ServingOrigin,
  { frames }: StudyPagePermissions,
): string[] {
  if (!frames) return [`frame-ancestors ${app}`];
  return isOwn ? [`frame-ancestors ${app} ${origin}`] : [];
}

/**
 * Makes the Content-Security-Policy of a study's pages. It names the origin, since browsers differ in
 * what `'self'` means in a page with an opaque origin.
 * @param agent the browser's User-Agent header
 */
export function contentSecurityPolicyOf(
  place: ServingOrigin,
  key: string,
  study: StudyPagePermissions,
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
 * Makes the `Connection-Allowlist` header: the addresses to which a study's pages may connect, in
 * browsers that support the header (Chromium since 152). Unlike the Content-Security-Policy, it
 * also blocks WebRTC, and connections that a browser opens in advance, for example before a
 * navigation that is then blocked. Frames without an address of their own inherit the header.
 */
export function connectionAllowlist(
  place: ServingOrigin,
  key: string,
  { hosts }: Pick<StudyPagePermissions, 'hosts'>,
): string {
  const others = [...hosts, ...socketsOf(hosts)].map((host) => `${host}/`);
  const list = [folderOf(place, key), ...others].map((one) => `"${one}*"`).join(' ');
  // Redirects are allowed only if the study declares other hosts, which may redirect, as CDNs do.
  // This server itself never redirects.
  return `(${list});webrtc=block;redirects=${others.length > 0 ? 'allow' : 'block'}`;
}

/** Makes the Content-Security-Policy of responses that belong to no study. It allows nothing. */
export const denyAllPolicy = (app: string): string =>
  [sandbox, `frame-ancestors ${app}`, "default-src 'none'"].join('; ');
const connectionsOfNothing = '();webrtc=block;redirects=block';

/** Returns the key in the path of a request below `/s/`; null if the path has no key. */
export const servingKeyIn = (path: string): string | null => {
  const [key = ''] = path.slice(studyFilesPrefix.length).split(/[/?#]/, 1);
  return servingKeyPattern.test(key) ? key : null;
};

/**
 * Makes the headers of every response below `/s/`, errors included. They make sure that a file never
 * runs in one of our origins, even if it is opened without the runner page.
 */
export const servingHeaders = (
  policy: string,
  allowlist = connectionsOfNothing,
): Record<string, string> => ({
  'Content-Security-Policy': policy,
  'Connection-Allowlist': allowlist,
  'Access-Control-Allow-Origin': '*',
  // A page with an opaque origin requests its own files cross-origin. Libraries add headers to such
  // requests (jQuery and PreloadJS `X-Requested-With`), which must be allowed; the server ignores
  // them.
  'Access-Control-Allow-Headers': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});
