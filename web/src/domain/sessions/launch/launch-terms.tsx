import { Alert, List, Stack, Text, Title } from '@mantine/core';
import { IconEyeOff } from '../../../ui/icons/eye-off';
import { IconUsersMinus } from '../../../ui/icons/users-minus';
import { useTranslation } from 'react-i18next';
import {
  anonymityOf,
  type Anonymity as AnonymityKind,
} from '../../../../../contracts/studies/anonymity';
import { enrolmentLimits } from '../../../../../contracts/enrolment/limits';
import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import { isPaidReward } from '../../../../../contracts/enrolment/payment.rule';
import { StudyPayment } from '../../payment/payment-line';
import type { Session } from '../../../../../contracts/enrolment/sessions';
import type { Study } from '../../../../../contracts/studies/studies';
import { formatDateTime } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import { AppLink } from '../../../ui/app-link';
import { formatAboutMinutes } from '../../../ui/duration';
import { ClassStudyAudience } from '../../class-building/class-audience';
import { PeopleWhoSeeNames } from '../../collaborators/names-shown-to';
import { ConsentFindingsAtLaunch } from '../../consents/facts/launched-form';
import { FewPeopleForCondition } from './few-for-condition';
import { BrowserDataReasonsFields } from './reasons-fields';
import classes from '../session-launch.module.css';
import type { useBrowserDataReasons } from './use-reasons';
import { VersionWarnings } from '../version-warnings';
import { RuntimeSummary } from './runtime-summary';
import { WhoMayTakePart } from '../who-may-take-part';

const fixed = ['terms', 'reward', 'seats'] as const;

/**
 * Returns why an anonymous session may have too few participants to hide each of them: `seats` if
 * the session has too few seats, `rule` if an eligibility condition may fit only few people. The
 * session's page will warn participants of this. Null if no reason is known before the launch.
 */
function crowdOf(session: Session, study: Study): 'seats' | 'rule' | null {
  if (session.privacy_level !== 'anonymous') return null;
  if (session.capacity < enrolmentLimits.anonymousSeats) return 'seats';
  return study.eligibility.length > 0 ? 'rule' : null;
}

/** Shows all terms of a launch, as the participants will see them. */
export function LaunchTerms({
  session,
  study,
  asking,
  onLeave,
}: {
  session: Session;
  study: Study;
  asking: ReturnType<typeof useBrowserDataReasons>;
  /** Called when the person follows a link away from the dialog. */
  onLeave: () => void;
}) {
  const { t } = useTranslation(['sessions', 'studies', 'hosted-study', 'common']);
  const { reward, capacity, closes_at, opens_at, audience, privacy_level } = session;
  const crowd = crowdOf(session, study);
  return (
    <>
      {study.runtime && <RuntimeSummary study={study} runtime={study.runtime} onLeave={onLeave} />}
      <dl className={classes.terms}>
        <dt>{t('sessions:launch.find')}</dt>
        <dd>
          {audience === 'panel'
            ? t(`sessions:audience.${audience}`)
            : t(`sessions:audience_text.${audience}`)}
        </dd>
        <dt>{t('sessions:launch.who')}</dt>
        <dd>
          {study.classroom_id === null ? (
            <WhoMayTakePart filters={study.eligibility} />
          ) : (
            <ClassStudyAudience classroomId={study.classroom_id} />
          )}
        </dd>
        <dt>{t('sessions:launch.consent')}</dt>
        <dd>
          {study.consent && (
            <>
              {study.consent.title},{' '}
              {t('sessions:launch.version', { version: study.consent.version })} ·{' '}
              <AppLink to={`/experiments/details/${study._id}?tab=consent`} inherit>
                {t('sessions:launch.read')}
              </AppLink>
            </>
          )}
        </dd>
        <dt>{t('sessions:launch.seats')}</dt>
        <dd className="numbers">
          {reward
            ? t('sessions:launch.each', { count: capacity, reward: formatMoney(reward) })
            : study.classroom_id !== null
              ? capacity
              : `${capacity} · ${t('sessions:launch.unpaid')}`}
        </dd>
        {isPaidReward(reward) && (
          <>
            <dt>{t('sessions:launch.payment')}</dt>
            <dd>
              <StudyPayment study={{ ...study, reward }} inherit />
            </dd>
          </>
        )}
        <dt>{t('sessions:launch.minutes')}</dt>
        <dd>{formatAboutMinutes(t, study.duration_minutes)}</dd>
        <dt>{t('sessions:launch.opens')}</dt>
        <dd>{opens_at ? formatDateTime(opens_at) : t('sessions:launch.at_once')}</dd>
        <dt>{t('sessions:launch.closes')}</dt>
        <dd>{closes_at ? formatDateTime(closes_at) : t('sessions:launch.when_closed')}</dd>
      </dl>
      <ConsentFindingsAtLaunch study={study} session={session} onLeave={onLeave} />
      {isHostedRuntime(study.runtime) && (
        <VersionWarnings studyId={study._id} versionId={study.runtime.version_id} />
      )}
      <BrowserDataReasonsFields
        asks={asking.asks}
        value={asking.reasons}
        onChange={asking.setReasons}
      />
      <Stack gap={6}>
        <Title order={3} size="h5">
          {t('sessions:launch.privacy')}
        </Title>
        {crowd && (
          <Alert
            role="note"
            color={crowd === 'seats' ? 'orange' : 'blue'}
            icon={<IconUsersMinus aria-hidden />}
          >
            {t(`sessions:too_few_people.${crowd}`, { seats: enrolmentLimits.anonymousSeats })}
          </Alert>
        )}
        {privacy_level === 'anonymous' && crowd !== 'seats' && isHostedRuntime(study.runtime) && (
          <FewPeopleForCondition conditions={study.runtime.conditions} seats={capacity} />
        )}
        {crowd !== 'seats' && (
          <Alert
            role="note"
            icon={<IconEyeOff aria-hidden />}
            title={t(`studies:privacy.${privacy_level}`)}
          >
            {t(`studies:privacy_text.${privacy_level}`)}
            {privacy_level === 'anonymous' ? (
              <Anonymity of={anonymityOf(study.runtime)} />
            ) : (
              <PeopleWhoSeeNames people={study.names_shown_to} />
            )}
          </Alert>
        )}
      </Stack>
      <Stack gap={6}>
        <Title order={3} size="h5">
          {t('sessions:launch.fixed_title')}
        </Title>
        <List size="sm" spacing={4}>
          {fixed
            .filter((what) => what !== 'reward' || reward)
            .map((what) => (
              <List.Item key={what}>{t(`sessions:launch.fixed.${what}`)}</List.Item>
            ))}
        </List>
      </Stack>
    </>
  );
}

/**
 * Shows the explanation of "anonymous" that participants read. If the researchers could recognise
 * participants (`by_agreement`), it also shows their promise not to.
 */
function Anonymity({ of }: { of: AnonymityKind }) {
  const { t } = useTranslation(['studies', 'hosted-study']);
  return (
    <>
      <Text size="sm" mt={6}>
        {t(`studies:anonymity.${of}`)}
      </Text>
      {of === 'by_agreement' && (
        <Text size="sm" mt={6} fw={600}>
          {t('hosted-study:reasons.agree')}
        </Text>
      )}
    </>
  );
}
