import { ownFolder } from '../../../contracts/study-names';
import { servedFolder, servingKey } from '../../../contracts/study-path';

/** What a page of a study may do: no top window, no other windows, no origin of its own. */
const sandbox = 'sandbox allow-scripts allow-forms allow-pointer-lock allow-downloads allow-modals';
/** With the origin that its address has, which is no other study's and nothing of ours. */
const sandboxOfOrigin = `${sandbox} allow-same-origin`;

export interface ServingPlace {
  /** Where files are served from: the server's own origin, or one that is the study's alone. */
  origin: string;
  /** It is the study's alone, so that its pages may have it. */
  isOwn: boolean;
  /** Then, other studies' origins are of the same site, and their cookies within its reach. */
  areOneSite: boolean;
  /** The web app, whose pages alone may show a study in a frame. */
  app: string;
}

/** What an address of a study's files lets its pages do. */
export interface ServedStudy {
  readonly hosts: readonly string[];
  /** Whether they may show frames of their own. */
  readonly frames: boolean;
  /** Whether it has code that this site did not write. */
  readonly own_code: boolean;
}

/** Of a study of the builder: these scripts, below its own folder, and ours. */
const playerScripts = ['jspsych.js', 'player.js', 'plugins/', `${ownFolder}/`];

/** No script but those of this site runs, whatever its texts hold: inline and calculated ones neither. */
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

/** Chromium does not know `webrtc` and says so as an error; `Connection-Allowlist` has the same there. */
const knowsAllowlist = (agent: string) => /Chrom(e|ium)\//.test(agent);

/**
 * The policy of a study's documents. The origin is written out: what `'self'` means in a document
 * without an origin is not the same in all browsers.
 * @param agent what the browser calls itself
 */
export function studyPolicy(
  place: ServingPlace,
  key: string,
  study: ServedStudy,
  agent = '',
): string {
  const { isOwn, app } = place;
  const webrtc = knowsAllowlist(agent) ? [] : ["webrtc 'block'"];
  const folder = folderOf(place, key);
  return [
    isOwn ? sandboxOfOrigin : sandbox,
    `frame-ancestors ${app}`,
    ...(study.own_code ? withOwnCode(folder, study) : withoutOwnCode(folder)),
    ...webrtc,
  ].join('; ');
}

/**
 * Where documents may connect to at all, in browsers that know it (Chromium since 152): also for what
 * comes before a policy is asked, as connections made ahead of a refused navigation, and WebRTC, which
 * ends there. Frames without an address of their own have it from the page around them.
 */
export function connectionAllowlist(
  place: ServingPlace,
  key: string,
  { hosts }: Pick<ServedStudy, 'hosts'>,
): string {
  const others = [...hosts, ...socketsOf(hosts)].map((host) => `${host}/`);
  const list = [folderOf(place, key), ...others].map((one) => `"${one}*"`).join(' ');
  // A host of a study may lead on, as CDNs do; this one leads nowhere.
  return `(${list});webrtc=block;redirects=${others.length > 0 ? 'allow' : 'block'}`;
}

/** Of an answer without a study: nothing is allowed. */
export const policyOfNothing = (app: string): string =>
  [sandbox, `frame-ancestors ${app}`, "default-src 'none'"].join('; ');
const connectionsOfNothing = '();webrtc=block;redirects=block';

/** The key in the path of an address, or null. */
export const keyIn = (path: string): string | null => {
  const [key = ''] = path.slice(servedFolder.length).split(/[/?#]/, 1);
  return servingKey.test(key) ? key : null;
};

/**
 * What every response below `/s/` carries, also an error: a file that is opened by itself must run
 * in no origin of ours.
 */
export const servingHeaders = (
  policy: string,
  allowlist = connectionsOfNothing,
): Record<string, string> => ({
  'Content-Security-Policy': policy,
  'Connection-Allowlist': allowlist,
  'Access-Control-Allow-Origin': '*',
  // A page without an origin asks for its own files as for those of others; libraries add headers to that
  // (`X-Requested-With` of jQuery and PreloadJS), of which none is read here.
  'Access-Control-Allow-Headers': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});
