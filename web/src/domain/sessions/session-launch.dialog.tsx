import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCoins } from '../../ui/icons/coins';
import { IconFileAlert } from '../../ui/icons/file-alert';
import { IconFilterExclamation } from '../../ui/icons/filter-exclamation';
import { IconRoute } from '../../ui/icons/route';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { incompleteFilterReason } from '../../../../contracts/studies/eligibility';
import { mayPayByTime } from '../../../../contracts/enrolment/part-pay.rule';
import { isPaidReward, lacksPaymentTerms } from '../../../../contracts/enrolment/payment.rule';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { readStudy } from '../../../../contracts/studies/studies';
import { query } from '../../lib/http/api';
import { AppLink } from '../../ui/app-link';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { useFocusReturn } from '../../ui/use-focus-return';
import { isInsufficientFunds, SessionCostLines } from '../payment/session-cost';
import { ClassStudyRefusal, classStudyRefusalOf } from '../class-building/class-refusal';
import { FairPayAtLaunch } from '../payment/fair-pay-notes';
import { paymentFieldPath } from '../payment/payment-field';
import { LaunchTerms } from './launch/launch-terms';
import classes from './session-launch.module.css';
import { SessionLaunchedNotice } from './session-launched';
import { sessionTitle } from './session-name';
import { UnfinishedEligibilityContext } from './unfinished-conditions';
import { useBrowserDataReasons } from './launch/use-reasons';
import { useSessionChange } from './use-session-change';
import { LoadingForm } from '../../ui/loading/loading';

/**
 * Something that is still missing for the launch, with a link to the place where the researcher
 * adds it. That place may be on the same page.
 */
function Missing({
  title,
  text,
  link,
  to,
  icon,
  onLeave,
}: Record<'title' | 'text' | 'link' | 'to', string> & { icon: ReactNode; onLeave: () => void }) {
  return (
    <Alert role="note" color="orange" icon={icon} title={title}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        <AppLink to={to} size="sm" onClick={onLeave}>
          {link}
        </AppLink>
      </Stack>
    </Alert>
  );
}

/**
 * Shows everything that a launch decides on one screen, as the participants will see it. It also
 * says what cannot change after the launch (docs/domain.md, 2).
 */
export function SessionLaunchDialog({
  session,
  onClose,
}: {
  session: Session;
  onClose: () => void;
}) {
  useFocusReturn();
  const { t } = useTranslation(['sessions', 'common']);
  const { t: words } = useTranslation('sessions');
  const { study_id } = session;
  const title = sessionTitle(words, session);
  // The study is always fetched again, since a colleague may have published a new version a moment
  // ago.
  const { data: study, error } = useQuery({
    ...query(readStudy, { params: { id: study_id } }),
    staleTime: 0,
  });
  const isUnfinished =
    useContext(UnfinishedEligibilityContext) ||
    study?.eligibility.some((one) => incompleteFilterReason(one) !== null) === true;
  // The launch uses the reward that the study has when the researcher presses the button.
  const isUnsaid = study !== undefined && lacksPaymentTerms(study.reward, study.payment_terms);
  const isByTime = session.privacy_level === 'anonymous' && mayPayByTime(study?.payment_terms);
  const isOfClass = study !== undefined && study.classroom_id !== null;
  const willPay = isPaidReward(study?.reward) || isPaidReward(session.reward);
  const change = useSessionChange();
  const asking = useBrowserDataReasons(session, study);
  const launch = async () => {
    if (await asking.keep())
      change.mutate({ params: { id: session._id }, body: { state: 'active' } });
  };
  const launched = change.data;
  const refusal = isOfClass ? classStudyRefusalOf(change.error) : null;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(launched ? 'sessions:launched.title' : 'sessions:launch.title', { title })}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      {launched ? (
        <SessionLaunchedNotice session={launched} onDone={onClose} />
      ) : (
        <Stack gap="md">
          <Text>{t('sessions:launch.lead')}</Text>
          {error ? (
            <ErrorNotice error={error} focus={false} />
          ) : !study ? (
            <LoadingForm fields={[44, 44, 44, 44]} />
          ) : !study.consent ? (
            <Missing
              onLeave={onClose}
              icon={<IconFileAlert aria-hidden />}
              title={t(
                isOfClass ? 'sessions:class.refused.review_needed' : 'sessions:ready.no_consent',
              )}
              text={t(
                isOfClass ? 'sessions:class.no_consent_text' : 'sessions:ready.no_consent_text',
              )}
              link={t(isOfClass ? 'sessions:class.to.review' : 'sessions:ready.to_consent')}
              to={`/experiments/details/${study_id}?tab=${isOfClass ? 'review' : 'consent'}`}
            />
          ) : !study.runtime ? (
            <Missing
              onLeave={onClose}
              icon={<IconRoute aria-hidden />}
              title={t('sessions:launch.no_runtime')}
              text={t('sessions:launch.no_runtime_text')}
              link={t('sessions:launch.to_runtime')}
              to={`/experiments/details/${study_id}?tab=runs`}
            />
          ) : isUnfinished ? (
            <Missing
              onLeave={onClose}
              icon={<IconFilterExclamation aria-hidden />}
              title={t('sessions:launch.incomplete')}
              text={t('sessions:launch.incomplete_text')}
              link={t('sessions:launch.to_conditions')}
              to={`/experiments/details/${study_id}?tab=people`}
            />
          ) : isUnsaid ? (
            <Missing
              onLeave={onClose}
              icon={<IconCoins aria-hidden />}
              title={t('sessions:launch.payment_missing')}
              text={t('sessions:launch.payment_missing_text')}
              link={t('sessions:launch.to_payment')}
              to={paymentFieldPath(study_id)}
            />
          ) : isByTime ? (
            <Missing
              onLeave={onClose}
              icon={<IconCoins aria-hidden />}
              title={t('sessions:launch.by_time')}
              text={t('sessions:launch.by_time_text')}
              link={t('sessions:launch.to_part')}
              to={paymentFieldPath(study_id)}
            />
          ) : (
            <Suspense fallback={<LoadingForm fields={[44, 44, 44, 44]} />}>
              <LaunchTerms session={session} study={study} asking={asking} onLeave={onClose} />
              {!isOfClass && (
                <>
                  <FairPayAtLaunch
                    reward={study.reward}
                    minutes={study.duration_minutes}
                    studyId={study_id}
                    onLeave={onClose}
                  />
                  <SessionCostLines
                    session={session}
                    willPay={willPay}
                    refused={change.error}
                    onLeave={onClose}
                  />
                </>
              )}
            </Suspense>
          )}
          {refusal && <ClassStudyRefusal code={refusal} studyId={study_id} onLeave={onClose} />}
          <ErrorNotice
            error={
              asking.error ??
              (refusal || (willPay && isInsufficientFunds(change.error)) ? null : change.error)
            }
          />
          <Group justify="flex-end" gap="sm" className={classes.foot}>
            <Button variant="default" onClick={onClose} disabled={change.isPending} data-autofocus>
              {t('common:action.cancel')}
            </Button>
            {study?.consent && study.runtime && !isUnfinished && !isUnsaid && !isByTime && (
              <Button
                onClick={() => void launch()}
                loading={change.isPending || asking.isPending}
                disabled={asking.isMissing}
              >
                {t('sessions:launch.confirm')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
