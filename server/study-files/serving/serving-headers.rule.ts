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

/**
 * The policy of a study's documents. The origin is written out: what `'self'` means in a document
 * without an origin is not the same in all browsers.
 * @param key null where none was found: nothing is allowed then
 */
export function studyPolicy(
  { origin, isOwn, app }: ServingPlace,
  key: string | null,
  hosts: readonly string[],
): string {
  if (key === null) return [sandbox, `frame-ancestors ${app}`, "default-src 'none'"].join('; ');
  const own = [`${origin}${servedFolder}${key}/`, ...hosts].join(' ');
  const sockets = hosts.map((host) => host.replace(/^https:/, 'wss:'));
  return [
    isOwn ? sandboxOfOrigin : sandbox,
    `frame-ancestors ${app}`,
    `default-src ${own} data: blob: 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'`,
    `connect-src ${[own, ...sockets].join(' ')} data: blob:`,
    `form-action ${own}`,
    `base-uri ${own}`,
    `frame-src ${own} data: blob:`,
    "object-src 'none'",
  ].join('; ');
}

/** The key in the path of an address, or null. */
export const keyIn = (path: string): string | null => {
  const [key = ''] = path.slice(servedFolder.length).split(/[/?#]/, 1);
  return servingKey.test(key) ? key : null;
};

/**
 * What every response below `/s/` carries, also an error: a file that is opened by itself must run
 * in no origin of ours.
 */
export const servingHeaders = (policy: string): Record<string, string> => ({
  'Content-Security-Policy': policy,
  'Access-Control-Allow-Origin': '*',
  // A page without an origin asks for its own files as for those of others; libraries add headers to that
  // (`X-Requested-With` of jQuery and PreloadJS), of which none is read here.
  'Access-Control-Allow-Headers': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
});
