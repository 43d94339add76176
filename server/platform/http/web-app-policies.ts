import type { FastifyHelmetOptions } from '@fastify/helmet';
import { isDeviceCheck } from '../../../contracts/base/device-check';
import type { Config } from '../../config';

const webSocketOf = (origin: string) => origin.replace(/^http/, 'ws');

/**
 * The content security policy of a page: it may load from this origin, connect to this origin and
 * to the API, and show images that it generated itself. No inline script at all; style elements
 * only with this answer's nonce (the component library writes its variables into one), no style
 * attributes in markup.
 */
export function pagePolicies(
  { publicApiUrl, publicWebUrl }: Config,
  nonce: string,
): FastifyHelmetOptions {
  const isHttps = publicWebUrl.startsWith('https:');
  const styles = ["'self'", `'nonce-${nonce}'`];
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
        imgSrc: ["'self'", 'data:', 'blob:'],
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
        frameSrc: ["'none'"],
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
 * The `Permissions-Policy` of a page: none may ask for a sensor, and only the check of one's own
 * device for the microphone and the camera (its own origin, no frames).
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
