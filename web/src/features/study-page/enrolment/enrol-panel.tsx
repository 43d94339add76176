import { Card, Divider, Stack, Text } from '@mantine/core';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isPaidReward } from '../../../../../contracts/enrolment/payment.rule';
import { type Study } from '../../../../../contracts/studies/studies';
import { useLiveSessions } from '../../../lib/live/live-context';
import { formatNumber } from '../../../lib/intl/format';
import { AppLink } from '../../../ui/app-link';
import { DurationBadge } from '../../../ui/duration';
import { LoadingCards } from '../../../ui/loading/loading';
import { payWords } from '../../../ui/money';
import { onDemand } from '../../../ui/on-demand';
import { EnrolButton } from './enrol-button';
import { consentPath } from '../consent-path.rule';
import { linkKeyIn } from '../link-key.rule';
import { AvailableSpots } from '../../../domain/studies/spots';
import classes from '../study.page.module.css';

/**
 * The component and its texts are fetched on demand: most people who open a study do not take part
 * in it yet.
 */
const NextStep = onDemand(async () => {
  const [{ NextParticipationStep: Step }] = await Promise.all([
    import('./next-step'),
    i18next.loadNamespaces('participation'),
  ]);
  return Step;
});
const StudyPayment = onDemand(
  async () => (await import('../../../domain/payment/payment-line')).StudyPayment,
);
const StudyCredit = onDemand(
  async () => (await import('../../../domain/credits/study-credit')).StudyCredit,
);
const OwnPreview = onDemand(async () => (await import('./own-preview')).OwnStudyPreviewLink);

/**
 * A placeholder that is about as high as the next step that will replace it. Studies with
 * appointments need a higher one, because their next step contains the slots.
 */
const waitingFor = ({ runtime }: Study) => (
  <div data-arriving>
    <LoadingCards
      count={1}
      height={runtime?.kind === 'onsite' || runtime?.kind === 'video' ? 740 : 340}
    />
  </div>
);

/** Shows the pay, the duration, the free seats and the next step of a study. */
export function EnrolPanel({ study }: { study: Study }) {
  const { t } = useTranslation(['studies', 'common']);
  const [params] = useSearchParams();
  const live = useLiveSessions();
  // The study does not list the session of a private link, so the session is read from the page's
  // address.
  const sessionId = study.enrolment.session_id ?? params.get('session');
  const session = sessionId ? live[sessionId] : undefined;
  const open = session ? session.state === 'active' : study.recruiting;
  const form = consentPath(study._id, sessionId, linkKeyIn(params));
  const [first, ...rest] = payWords(t, study.reward, study.duration_minutes, study.median_minutes);
  // An enrolled participant sees the next step first, and below it the pay, the duration and other
  // facts of the study.
  const { participation_id, button } = study.enrolment;
  const isMine = participation_id !== null && button !== 'enroll_now';
  const facts = (
    <>
      <div>
        <Text size="xl" fw={650} className="numbers" lh={1.2}>
          {first}
        </Text>
        <Text className="numbers">{rest.join(' · ')}</Text>
        {!isMine && study.reward !== null && study.reward.amount > 0 && (
          <StudyPayment study={study} mt={6} waiting={<Text size="sm" mt={6} mih="2lh" />} />
        )}
      </div>
      <dl className={classes.facts}>
        <dt>{t('studies:panel.length')}</dt>
        <dd>
          <DurationBadge minutes={study.duration_minutes} />
        </dd>
        {study.offers_credit && (
          <>
            <dt>{t('studies:credit.name')}</dt>
            <dd className={classes.credit}>
              <StudyCredit minutes={study.duration_minutes} />
            </dd>
          </>
        )}
        <dt>{t('studies:panel.payment')}</dt>
        <dd>{t(study.reward ? 'studies:panel.paid_on_completion' : 'studies:panel.unpaid')}</dd>
        {isPaidReward(study.reward) && (
          <>
            <dt>{t('studies:panel.hourly')}</dt>
            <dd>
              {study.median_minutes === null
                ? t('studies:panel.by_stated')
                : t('studies:panel.by_median', { minutes: formatNumber(study.median_minutes) })}
            </dd>
          </>
        )}
        <dt>{t('studies:panel.consent')}</dt>
        <dd>
          {study.consent ? (
            <AppLink to={form} size="sm">
              {t('studies:panel.read_consent')}
            </AppLink>
          ) : (
            t('studies:panel.no_consent')
          )}
        </dd>
      </dl>
      {(open || session) && (
        <AvailableSpots count={session?.spots_available ?? study.spots_available} open={open} />
      )}
    </>
  );
  return (
    <Card component="section" aria-label={t('studies:panel.label')}>
      <Stack gap="md">
        {isMine ? (
          <NextStep
            study={study}
            waiting={waitingFor(study)}
            below={
              <>
                <Divider />
                {facts}
              </>
            }
          />
        ) : (
          <>
            {facts}
            {study.own && participation_id === null ? (
              <OwnPreview study={study} form={form} />
            ) : (
              <EnrolButton study={study} sessionId={sessionId} />
            )}
            {participation_id !== null && <NextStep study={study} waiting={waitingFor(study)} />}
          </>
        )}
      </Stack>
    </Card>
  );
}
