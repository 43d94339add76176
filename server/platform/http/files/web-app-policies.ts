import type { FastifyHelmetOptions } from '@fastify/helmet';
import { isDeviceCheck } from '../../../../contracts/base/device-check';
import { servedFolder } from '../../../../contracts/study-files/study-path';
import type { Config } from '../../../config';

const webSocketOf = (origin: string) => origin.replace(/^http/, 'ws');

/**
 * The content security policy of a page: it may load from this origin, connect to this origin and to the API, show
 * images that it generated itself, show and play stored files, and frame them (a consent form that is a PDF); stored
 * files are served with their own policy. No inline script at all; style elements only with this answer's nonce (the
 * component library writes its variables into one), no style attributes in markup.
 */
export function pagePolicies(
  { publicApiUrl, publicWebUrl }: Config,
  nonce: string,
): FastifyHelmetOptions {
  const isHttps = publicWebUrl.startsWith('https:');
  const styles = ["'self'", `'nonce-${nonce}'`];
  const objects = `${publicApiUrl}/api/objects/`;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: styles,
        styleSrcElem: styles,
        styleSrcAttr: ["'none'"],
        imgSrc: ["'self'", 'data:', 'blob:', objects, `${publicApiUrl}${servedFolder}`],
        mediaSrc: ["'self'", objects],
        fontSrc: ["'self'"],
        connectSrc: [
          ...new Set([
            "'self'",
            webSocketOf(publicWebUrl),
            publicApiUrl,
            webSocketOf(publicApiUrl),
          ]),
        ],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // The frames of studies: the preview in the builder, sandboxed by its own headers.
        frameSrc: [objects, `${publicApiUrl}${servedFolder}`],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
  };
}

const never = ['accelerometer', 'geolocation', 'gyroscope', 'payment', 'usb'];

/**
 * The `Permissions-Policy` of a page: none may ask for a sensor, and only the device check page for the microphone
 * and the camera (its own origin, no frames).
 * @param url path and query of the request
 */
export function pagePermissions(url: string): string {
  const media = isDeviceCheck(url.split('?', 1)[0] ?? '') ? '(self)' : '()';
  return [
    ...never.map((feature) => `${feature}=()`),
    `camera=${media}`,
    `microphone=${media}`,
  ].join(', ');
}

/**
 * Features that the page around a study may delegate: devices, where studies have origins of their own. The
 * frame's `allow` decides which frame gets them; the policy below decides which frames there are.
 */
export function runnerPermissions({ studyOrigin }: Pick<Config, 'studyOrigin'>): string {
  const devices = studyOrigin ? '*' : '()';
  return `camera=${devices}, microphone=${devices}, geolocation=(), payment=()`;
}

/**
 * The policy of the page around a study (docs/decisions/study-sandbox.md): one frame, which
 * may show files of studies and nothing else, so that a study cannot lead it away with data in an
 * address. Isolated from other origins, for clocks with fine steps.
 */
export function runnerPolicies({
  publicApiUrl,
  publicWebUrl,
  studyOrigin,
}: Config): FastifyHelmetOptions {
  const isHttps = publicWebUrl.startsWith('https:');
  const studies = studyOrigin ? [`${studyOrigin.pattern}${servedFolder}`] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        // Addresses of studies: their files, which are preloaded.
        connectSrc: [...new Set(["'self'", publicApiUrl, ...studies])],
        frameSrc: [
          ...[publicWebUrl, publicApiUrl].map((origin) => `${origin}${servedFolder}`),
          ...studies,
        ],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
  };
}
