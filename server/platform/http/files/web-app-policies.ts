import type { FastifyHelmetOptions } from '@fastify/helmet';
import { isDeviceCheckPath } from '../../../../contracts/base/device-check';
import { studyFilesPrefix } from '../../../../contracts/study-files/study-path';
import type { Config } from '../../../config';

const webSocketOf = (origin: string) => origin.replace(/^http/, 'ws');

/**
 * Returns the content security policy of a page of the web app:
 * - The page may load files from its own origin, and connect to its own origin and to the API.
 * - It may show images that it generated itself.
 * - It may show and play stored files, and show them in a frame, such as a consent form that is a
 *   PDF. Stored files have a policy of their own.
 * - Inline scripts, and style attributes in markup, are forbidden.
 * - A style element needs the nonce of this response. The component library writes its variables
 *   into a style element.
 */
export function pageSecurityPolicies(
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
        imgSrc: ["'self'", 'data:', 'blob:', objects, `${publicApiUrl}${studyFilesPrefix}`],
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
        // Allows the frame in which the builder previews a study. The headers of the study's files
        // put the frame in a sandbox.
        frameSrc: [objects, `${publicApiUrl}${studyFilesPrefix}`],
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
 * Returns the `Permissions-Policy` of a page: no page may use a sensor, and only the device check
 * page may use the microphone and the camera (for its own origin, not in frames).
 * @param url path and query of the request
 */
export function pagePermissionsPolicy(url: string): string {
  const media = isDeviceCheckPath(url.split('?', 1)[0] ?? '') ? '(self)' : '()';
  return [
    ...never.map((feature) => `${feature}=()`),
    `camera=${media}`,
    `microphone=${media}`,
  ].join(', ');
}

/**
 * Returns the `Permissions-Policy` of the page around a study. If studies have origins of their
 * own, the page may give its frame access to the camera and the microphone. The frame's `allow`
 * attribute decides which frame gets access. `runnerSecurityPolicies` decides which frames may
 * exist.
 */
export function runnerPermissionsPolicy({ studyOrigin }: Pick<Config, 'studyOrigin'>): string {
  const devices = studyOrigin ? '*' : '()';
  return `camera=${devices}, microphone=${devices}, geolocation=(), payment=()`;
}

/**
 * Returns the security policy of the page around a study (docs/decisions/study-sandbox.md). The
 * page may have one frame, which may show files of studies and nothing else, so that a study cannot
 * send data to another address by navigating there. The page is isolated from other origins, which
 * gives it precise clocks.
 */
export function runnerSecurityPolicies({
  publicApiUrl,
  publicWebUrl,
  studyOrigin,
}: Config): FastifyHelmetOptions {
  const isHttps = publicWebUrl.startsWith('https:');
  const studies = studyOrigin ? [`${studyOrigin.pattern}${studyFilesPrefix}`] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        // The page preloads the files of studies, so it may also connect to their addresses.
        connectSrc: [...new Set(["'self'", publicApiUrl, ...studies])],
        frameSrc: [
          ...[publicWebUrl, publicApiUrl].map((origin) => `${origin}${studyFilesPrefix}`),
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
