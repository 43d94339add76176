import { Alert, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '../../../ui/icons/refresh';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Consent } from '../../../../../contracts/studies/consents';
import { enrol } from '../../../../../contracts/enrolment/participations';
import type { Study } from '../../../../../contracts/studies/studies';
import { isApiErrorOf } from '../../../lib/http/api';
import { LinkButton } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import type { LocalizedConsentText } from '../../../domain/consents/consent-texts.rule';
import { ComprehensionQuestions, useComprehension } from './questions';
import { type FileCheck, isAgreementAllowed } from './use-checked-file';
import { useEnrol } from './use-enrol';

/**
 * The part of the page below the form: its questions, the agreement, and the button that enrols.
 * The request contains the hash of the form, so that the participant agrees to exactly the text
 * that was shown (docs/domain.md, 3).
 */
export function ConsentDecision({
  study,
  consent,
  text,
  file,
  session,
  link,
  waitlist,
  back,
}: {
  study: Study;
  consent: Consent;
  text: LocalizedConsentText;
  /** The check of the form's PDF; null if the form is a text. */
  file: FileCheck | null;
  session: string;
  link: string | undefined;
  waitlist: boolean;
  /** The path of the study's page. */
  back: string;
}) {
  const { t } = useTranslation(['consent', 'studies']);
  const navigate = useNavigate();
  const join = useEnrol(study._id);
  const asks = consent.comprehension !== null;
  const { data: understood } = useComprehension(session, link, asks);
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  // If the last spot is taken while the page is open, the button does not silently change from
  // enrolling to waiting. The participant reads that the session is full, and then decides whether
  // to wait.
  const [cameToWait] = useState(waitlist);
  const waits = cameToWait && waitlist;
  const changed = isApiErrorOf(enrol, join.error) && join.error.code === 'consent_changed';
  const agreed = agreedTo === text.sha256;
  useEffect(() => {
    if (agreed) setAsked(false);
  }, [agreed]);
  const decides = isAgreementAllowed(file) && (!asks || understood?.passed === true);
  const submit = () => {
    if (!agreed) return setAsked(true);
    // The code awaits the promise. A callback of the mutation might never run, because a successful
    // request can unmount this component first.
    join
      .mutateAsync({
        params: { id: session },
        body: {
          consent: { _id: consent._id, sha256: text.sha256 },
          ...(waits && { waitlist: true as const }),
          ...(link && { link }),
        },
      })
      .then(
        () => navigate(back),
        (e: unknown) => {
          if (isApiErrorOf(enrol, e) && e.code === 'session_full')
            return navigate(back, { state: { missed: true } });
          return undefined;
        },
      );
  };
  return (
    <Stack gap="lg">
      {changed && (
        <Alert color="orange" icon={<IconRefresh aria-hidden />} role="alert">
          {t('studies:consent.changed')}
        </Alert>
      )}
      {asks && (
        <ComprehensionQuestions text={text} consentId={consent._id} session={session} link={link} />
      )}
      {!isAgreementAllowed(file) && (
        <Text role="status">
          {t(file?.state === 'different' ? 'consent:file.not_agreed' : 'consent:file.first')}
        </Text>
      )}
      {decides && (
        <Stack gap="sm">
          <Title order={2} size="h3">
            {t('consent:decide')}
          </Title>
          <Checkbox
            size="md"
            checked={agreed}
            onChange={({ currentTarget }) =>
              setAgreedTo(currentTarget.checked ? text.sha256 : null)
            }
            label={t('studies:consent.agree')}
            error={asked && !agreed ? t('studies:consent.agree_first') : undefined}
          />
          {!changed && <ErrorNotice error={join.error} />}
          <Text size="sm" c="dimmed">
            {t('studies:consent.leave_any_time')}
          </Text>
        </Stack>
      )}
      <Group gap="sm">
        <LinkButton to={back} variant="default">
          {t('studies:consent.not_now')}
        </LinkButton>
        {decides && (
          <Button onClick={submit} loading={join.isPending}>
            {t(waits ? 'studies:consent.agree_and_wait' : 'studies:consent.agree_and_enrol')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
