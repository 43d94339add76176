import type { Study } from '../../../../contracts/studies/studies';

export type BrowserRequirement = Study['requirements'][number];
/** What a browser reports about itself; nothing of this is sent to the server. */
export interface BrowserFacts {
  userAgent: string;
  /**
   * User-agent client hints: the names of the browser, whether the device is a phone, and its
   * system. Null in Firefox, Safari, and on pages without https.
   */
  hints: { brands: readonly string[]; mobile: boolean; platform: string } | null;
  /** How many simultaneous touches the screen supports. */
  touchPoints: number;
  /** Whether the browser has speech recognition. */
  speech: boolean;
  /** Whether a page can ask for the microphone and the camera at all. */
  media: boolean;
}
export type BrowserName = 'chrome' | 'edge' | 'firefox' | 'safari' | 'other';
export const deviceKinds = ['desktop', 'tablet', 'phone'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/**
 * Several browsers name "Safari" in their user agent, beside their own name. Safari itself names no
 * other browser.
 */
const isSafari = (userAgent: string) =>
  /Safari\//.test(userAgent) && !/Chrom(e|ium)\/|CriOS|FxiOS|Edg|OPT\/|Android/.test(userAgent);

/**
 * Other browsers that are based on Chromium also name Chrome in their user agent; the client hints
 * show which browser it is.
 */
export function browserName({ userAgent, hints }: BrowserFacts): BrowserName {
  if (hints?.brands.includes('Google Chrome')) return 'chrome';
  if (hints?.brands.includes('Microsoft Edge')) return 'edge';
  if (hints?.brands.length) return 'other';
  if (/Firefox\/|FxiOS/.test(userAgent)) return 'firefox';
  if (/Edg(e|A|iOS)?\//.test(userAgent)) return 'edge';
  if (/OPR\/|OPT\/|SamsungBrowser|Vivaldi|YaBrowser|Chromium\/|HeadlessChrome/.test(userAgent))
    return 'other';
  if (/Chrome\/|CriOS/.test(userAgent)) return 'chrome';
  return isSafari(userAgent) ? 'safari' : 'other';
}

/**
 * An iPad reports itself as a Mac, but Macs have no touch screen. An Android device whose user
 * agent lacks "Mobile" is a tablet. A laptop with a touch screen counts as a computer.
 */
export function deviceKind({ userAgent, hints, touchPoints }: BrowserFacts): DeviceKind {
  if (/iPhone|iPod/.test(userAgent)) return 'phone';
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'tablet';
  if (hints?.mobile) return 'phone';
  if (/Tablet|Silk\//.test(userAgent) && !/Windows/.test(userAgent)) return 'tablet';
  if (hints?.platform === 'Android' || /Android/.test(userAgent))
    return /Mobile/.test(userAgent) ? 'phone' : 'tablet';
  return /Mobile/.test(userAgent) ? 'phone' : 'desktop';
}

/** Lists the kinds of device that a study admits; an empty list if it admits all. */
export const admittedDevices = (
  requirements: readonly BrowserRequirement[],
): readonly DeviceKind[] => {
  const wanted = deviceKinds.filter((kind) => requirements.includes(kind));
  return wanted.length === deviceKinds.length ? [] : wanted;
};

const fits: Record<Exclude<BrowserRequirement, DeviceKind>, (browser: BrowserFacts) => boolean> = {
  microphone: ({ media }) => media,
  camera: ({ media }) => media,
  speech_recognition: (browser) => browser.speech && browserName(browser) === 'chrome',
  no_safari: (browser) => browserName(browser) !== 'safari',
};
const isKind = (requirement: BrowserRequirement): requirement is DeviceKind =>
  deviceKinds.some((kind) => kind === requirement);

/**
 * Lists the requirements that this browser does not meet (docs/specification.md, 6 and 8). If the
 * study admits some kinds of device but not the kind of this device, the result contains all
 * admitted kinds. Whether a microphone works is unknown here: only the device check asks for the
 * microphone.
 */
export const unmetRequirements = (
  requirements: readonly BrowserRequirement[],
  browser: BrowserFacts,
): readonly BrowserRequirement[] => {
  const wanted = admittedDevices(requirements);
  const misfits = wanted.length > 0 && !wanted.includes(deviceKind(browser));
  return requirements.filter((one) => (isKind(one) ? misfits : !fits[one](browser)));
};

interface HintedNavigator {
  userAgentData?: { brands: readonly { brand: string }[]; mobile: boolean; platform: string };
  mediaDevices?: { getUserMedia?: unknown };
}
export function factsOfThisBrowser(): BrowserFacts {
  // The cast corrects TypeScript's DOM types: they lack the client hints, and claim that
  // `mediaDevices` also exists without https.
  const { userAgentData: hints, mediaDevices } = navigator as unknown as HintedNavigator;
  return {
    userAgent: navigator.userAgent,
    hints: hints
      ? {
          brands: hints.brands.map(({ brand }) => brand),
          mobile: hints.mobile,
          platform: hints.platform,
        }
      : null,
    touchPoints: navigator.maxTouchPoints,
    speech: 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window,
    media: typeof mediaDevices?.getUserMedia === 'function',
  };
}
