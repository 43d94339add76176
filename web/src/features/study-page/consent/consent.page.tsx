import { Stack, Text } from '@mantine/core';
import { IconFileOff } from '../../../ui/icons/file-off';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { type Consent, readConsent } from '../../../../../contracts/studies/consents';
import { readStudy, type Study } from '../../../../../contracts/studies/studies';
import { ApiError, query } from '../../../lib/http/api';
import { useLiveTopics } from '../../../lib/live/live-context';
import { AppLink, LinkButton } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingText } from '../../../ui/loading/loading';
import { Page } from '../../../ui/page';
import { useUnmetRequirements } from '../../../domain/requirements/use-unmet';
import { enrolButton } from '../enrolment/enrol-button.rule';
import { linkKeyIn } from '../link-key.rule';
import { PrivacyNotice } from '../privacy-notice';
import { consentTextFor, consentTextsOf } from '../../../domain/consents/consent-texts.rule';
import classes from './consent.page.module.css';
import { ConsentDecision } from './decision';
import { FormAside } from './form-aside';
import { ConsentFormText } from './form-text';
import { contentAfterFileId } from './pdf-form';
import { useFileCheck } from './use-checked-file';

const looksLikeId = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

function Form({
  study,
  consent,
  session,
  link,
  back,
}: {
  study: Study;
  consent: Consent;
  session: string | null;
  link: string | undefined;
  back: string;
}) {
  const { t, i18n } = useTranslation(['consent', 'studies']);
  const [language, setLanguage] = useState<string | null>(null);
  const texts = consentTextsOf(consent);
  const text =
    texts.find(({ locale }) => language !== null && locale === language) ??
    consentTextFor(consent, i18n.language);
  const [article, setArticle] = useState<HTMLElement | null>(null);
  // The requirements that this browser does not meet; known only after the browser has listed its
  // devices.
  const missing = useUnmetRequirements(study.requirements);
  const step = missing && enrolButton(study.enrolment, missing.length === 0).step;
  const decides = (step === 'enrol' || step === 'waitlist') && !consent.withdrawn;
  const questions = text.questions.length;
  const file = useFileCheck(consent);
  return (
    <Page
      title={text.title}
      lead={
        <AppLink to={back} inherit className={classes.text}>
          {study.title}
        </AppLink>
      }
    >
      <div className={classes.columns}>
        <Stack gap="xl">
          <div data-no-print>
            <PrivacyNotice study={study} />
          </div>
          <ConsentFormText
            study={study}
            consent={consent}
            text={text}
            file={file}
            onArticle={setArticle}
          />
          <div className={classes.decision} id={contentAfterFileId} tabIndex={-1}>
            {decides && session ? (
              <ConsentDecision
                study={study}
                consent={consent}
                text={text}
                file={file}
                session={session}
                link={link}
                waitlist={step === 'waitlist'}
                back={back}
              />
            ) : (
              <Stack gap="sm" align="flex-start">
                {questions > 0 && <Text>{t('consent:questions.later', { count: questions })}</Text>}
                <LinkButton to={back} variant={step === 'sign_in' ? 'filled' : 'default'}>
                  {t(step === 'sign_in' ? 'consent:back_to_enrol' : 'consent:back')}
                </LinkButton>
              </Stack>
            )}
          </div>
        </Stack>
        <FormAside
          study={study}
          consent={consent}
          text={text}
          article={article}
          session={session}
          onLanguage={texts.length > 1 ? setLanguage : undefined}
        />
      </div>
    </Page>
  );
}

/**
 * /study/details/{id}/consent: the consent form to read, print and save. If agreeing is the
 * participant's next step, the page also has the questions and the agreement (docs/domain.md, 2 and
 * 3).
 */
export function ConsentPage() {
  const { t } = useTranslation(['consent', 'studies']);
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const named = params.get('session') ?? '';
  const asked = looksLikeId.test(named) ? named : null;
  const link = linkKeyIn(params);
  const back = `/study/details/${id}${
    link ? `?${new URLSearchParams({ ...(asked && { session: asked }), link }).toString()}` : ''
  }`;
  const study = useQuery(
    query(readStudy, {
      params: { id },
      ...((asked || link) && { query: { session: asked ?? undefined, link } }),
    }),
  );
  const session = asked ?? study.data?.enrolment.session_id ?? null;
  const consent = useQuery({
    ...query(readConsent, { params: { id }, ...(session && { query: { session, link } }) }),
    enabled: study.data !== undefined,
    staleTime: 0,
    // The signed address of a file is valid for an hour, so it is refetched before that.
    refetchInterval: ({ state }) => state.data?.kind === 'pdf' && 45 * 60_000,
  });
  useLiveTopics(`study:${id}`, ...(link ? [`link:${link}` as const] : []));
  const error = (!study.data && study.error) || (!consent.data && consent.error);
  if (error) {
    const absent = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return (
      <Page title={t(absent ? 'consent:absent' : 'studies:consent.failed')}>
        {absent ? (
          <EmptyState
            icon={IconFileOff}
            title={t('consent:absent')}
            text={t('consent:absent_text')}
            action={<LinkButton to={back}>{t('consent:back')}</LinkButton>}
          />
        ) : (
          <ErrorNotice
            error={error}
            onRetry={() => void (study.data ? consent.refetch() : study.refetch())}
          />
        )}
      </Page>
    );
  }
  if (!study.data || !consent.data)
    return (
      <Page title={t('studies:consent.title')}>
        <LoadingText widths={[60, 96, 92, 84, 94, 70]} />
      </Page>
    );
  return (
    <Form study={study.data} consent={consent.data} session={session} link={link} back={back} />
  );
}
