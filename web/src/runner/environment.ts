import type { RunEnvironment } from '../../../contracts/runtime/runtime';

/** Only coarse classes (contracts/runtime/runtime.ts): what the run stores helps to judge times, and identifies no participant. */
export function environmentOf({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): RunEnvironment {
  const isTablet =
    /iPad|Tablet|Android(?!.*Mobile)/.test(userAgent) ||
    (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  const isPhone = /iPhone|Mobile/.test(userAgent);
  const device = isTablet ? 'tablet' : isPhone ? 'phone' : 'desktop';
  const browser = /Edg\//.test(userAgent)
    ? 'edge'
    : /Firefox\/|FxiOS/.test(userAgent)
      ? 'firefox'
      : /Chrome\/|CriOS/.test(userAgent)
        ? 'chrome'
        : userAgent.includes('Safari/')
          ? 'safari'
          : 'other';
  return { device, browser, isolated: self.crossOriginIsolated };
}
