import type { TFunction } from 'i18next';
import { formatMoney } from '../../../lib/intl/format-money';
import type { ConsentFinding } from './consent-against-facts.rule';
import type { StudyFacts } from './facts';

/** A tab of the study's page. */
export type ConsentFixTab = 'details' | 'runs' | 'sessions';

/**
 * For each difference: the tab on which the researcher can correct the study; null if there is
 * nothing to correct. `terms` means the tab `sessions` during a launch, and the tab `details` at
 * any other time.
 */
const places: Record<ConsentFinding['code'], ConsentFixTab | 'terms' | null> = {
  minutes: 'details',
  minutes_missing: 'details',
  median: 'details',
  reward: 'terms',
  reward_missing: 'terms',
  reward_none: 'terms',
  recording_missing: 'runs',
  recording_denied: 'runs',
  devices_missing: 'runs',
  host_missing: 'runs',
  anonymous_but_start: 'terms',
  anonymous_but_completion: 'terms',
  names_but_anonymous: 'terms',
  names_missing: 'terms',
  by_agreement: 'runs',
  others_missing: 'runs',
  not_checked: null,
};
export function consentFixTabOf({ code }: ConsentFinding, atLaunch: boolean): ConsentFixTab | null {
  const place = places[code];
  if (place !== 'terms') return place;
  return atLaunch ? 'sessions' : 'details';
}

type T = TFunction<['consent-facts', 'requirements']>;

export function consentFindingText(
  t: T,
  language: string,
  found: ConsentFinding,
  facts: StudyFacts,
): string {
  const reward = facts.reward ? formatMoney(facts.reward) : '';
  switch (found.code) {
    case 'minutes':
    case 'median':
      return t(`consent-facts:finding.${found.code}`, { ...found });
    case 'minutes_missing':
      return t('consent-facts:finding.minutes_missing', { known: found.known });
    case 'reward':
      return t('consent-facts:finding.reward', { said: found.said, reward });
    case 'reward_missing':
      return t('consent-facts:finding.reward_missing', { reward });
    case 'reward_none':
      return t('consent-facts:finding.reward_none', { said: found.said });
    case 'recording_missing':
    case 'recording_denied':
      return t(`consent-facts:finding.${found.code}`, {
        what: t(`consent-facts:what.${found.what}`),
      });
    case 'devices_missing':
      return t('consent-facts:finding.devices_missing', {
        devices: new Intl.ListFormat(language, { type: 'disjunction' }).format(
          facts.devices.map((kind) => t(`requirements:device.${kind}`)),
        ),
      });
    case 'host_missing':
      return t('consent-facts:finding.host_missing', { host: found.host });
    case 'anonymous_but_start':
    case 'anonymous_but_completion':
    case 'names_but_anonymous':
    case 'names_missing':
    case 'by_agreement':
    case 'others_missing':
    case 'not_checked':
      return t(`consent-facts:finding.${found.code}`);
  }
}
