import type { RunEnvironment } from '../../../contracts/runtime/runtime';

/**
 * Reduces what the browser reports about itself to a few coarse classes
 * (contracts/runtime/runtime.ts). Researchers need them to judge response times, and they identify
 * no participant.
 */
export function browserEnvironmentOf({
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
