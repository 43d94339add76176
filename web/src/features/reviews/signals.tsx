import { Anchor } from '@mantine/core';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import { IconBuildingCommunity } from '../../ui/icons/building-community';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconCircleDashed } from '../../ui/icons/circle-dashed';
import { IconClock } from '../../ui/icons/clock';
import { IconHelpCircle } from '../../ui/icons/help-circle';
import { IconHistory } from '../../ui/icons/history';
import { IconId } from '../../ui/icons/id';
import type { Icon } from '../../ui/icons/icon';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResearcherReview } from '../../../../contracts/researchers/researchers';
import { AppLink } from '../../ui/app-link';
import classes from './signals.module.css';
import { readableEmail } from '../../lib/intl/shown-email';

/** Converts a stored ORCID iD, which may be an address, to the form `0000-0002-1825-0097`. */
const orcidOf = (value: string) => value.replace(/^https?:\/\/orcid\.org\//, '');

const Signal = ({
  icon: Icon,
  tone,
  children,
}: {
  icon: Icon;
  tone: 'good' | 'bad' | 'none';
  children: ReactNode;
}) => (
  <li data-tone={tone}>
    <Icon size={18} stroke={1.8} aria-hidden />
    <span>{children}</span>
  </li>
);

const domains = {
  true: ['good', IconCircleCheck, 'matches'],
  false: ['bad', IconAlertTriangle, 'differs'],
  unproven: ['none', IconHelpCircle, 'unproven'],
  null: ['none', IconHelpCircle, 'unknown'],
} as const;

/**
 * Shows what a worker found out about a researcher, as hints in words for the reviewer, never as a
 * score.
 */
export function ResearcherSignals({
  review: { signals, researcher },
}: {
  review: ResearcherReview;
}) {
  const { t } = useTranslation('reviews');
  if (!signals)
    return (
      <ul className={classes.signals}>
        <Signal icon={IconClock} tone="none">
          {t('signal.waiting')}
        </Signal>
      </ul>
    );
  const {
    domain_matches,
    domain_unproven,
    organization_listed,
    orcid,
    single_sign_on,
    earlier_approved,
    earlier_rejected,
  } = signals;
  const [tone, DomainIcon, word] = domain_unproven
    ? domains.unproven
    : domains[`${domain_matches}`];
  const earlier = [
    earlier_approved && t('signal.approved', { count: earlier_approved }),
    earlier_rejected && t('signal.rejected', { count: earlier_rejected }),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <ul className={classes.signals}>
      <Signal icon={DomainIcon} tone={tone}>
        {t(`signal.domain_${word}`, { domain: readableEmail(researcher.email).split('@')[1] })}
      </Signal>
      {organization_listed === false && (
        <Signal icon={IconAlertTriangle} tone="bad">
          {t('signal.not_listed')}
        </Signal>
      )}
      {orcid ? (
        <Signal icon={IconId} tone="good">
          {t('signal.orcid')}{' '}
          <Anchor
            href={`https://orcid.org/${orcidOf(orcid)}`}
            target="_blank"
            rel="noopener noreferrer"
            inherit
          >
            {orcidOf(orcid)}
          </Anchor>
        </Signal>
      ) : (
        <Signal icon={IconCircleDashed} tone="none">
          {t('signal.no_orcid')}
        </Signal>
      )}
      <Signal
        icon={single_sign_on ? IconBuildingCommunity : IconCircleDashed}
        tone={single_sign_on ? 'good' : 'none'}
      >
        {t(single_sign_on ? 'signal.sso' : 'signal.no_sso')}
      </Signal>
      <Signal
        icon={IconHistory}
        tone={earlier_rejected ? 'bad' : earlier_approved ? 'good' : 'none'}
      >
        {earlier ? (
          <>
            {t('signal.earlier')}{' '}
            <AppLink to={`/reviews?tab=decided&researcher=${researcher._id}`} inherit>
              {earlier}
            </AppLink>
          </>
        ) : (
          t('signal.no_earlier')
        )}
      </Signal>
    </ul>
  );
}
