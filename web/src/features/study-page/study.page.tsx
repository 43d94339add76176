import { Stack, Text, Title } from '@mantine/core';
import { IconEyeOff } from '../../ui/icons/eye-off';
import { IconPencil } from '../../ui/icons/pencil';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { readStudy, type Study } from '../../../../contracts/studies/studies';
import { ApiError, query } from '../../lib/http/api';
import { useLiveTopics } from '../../lib/live/live-context';
import { linkKeyIn } from './link-key.rule';
import { AppLink, LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { Delayed } from '../../ui/loading/after';
import { TextShape, CardShape } from '../../ui/loading/shapes';
import { onDemand } from '../../ui/on-demand';
import { Page } from '../../ui/page';
import { LazyBrowserNeeds } from '../../domain/requirements/needs-later';
import { EnrolPanel } from './enrolment/enrol-panel';
import { MarkdownText } from '../../ui/reading/markdown';
import { PrivacyNotice } from './privacy-notice';
import classes from './study.page.module.css';
import { fullName } from '../../../../contracts/base/full-name.rule';

const LaunchedVersion = onDemand(
  async () => (await import('../../domain/studies/launched-version')).LaunchedVersionNotice,
);

/**
 * Matches the id of a session. If the address contains an invalid id, the page does not send it:
 * the server would refuse the whole request.
 */
const looksLikeId = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

function Details({ study }: { study: Study }) {
  const { t, i18n } = useTranslation('studies');
  const or = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  return (
    <Stack gap="xl">
      {study.launched_version && study.launched_version.changed.length > 0 && (
        <LaunchedVersion version={study.launched_version} />
      )}
      {study.description === null ? (
        <Text c="dimmed" className="measure">
          {t('study.description_hidden')}
        </Text>
      ) : (
        <MarkdownText>{study.description}</MarkdownText>
      )}
      {study.additional_notes && (
        <Stack gap="xs">
          <Title order={2} size="h3">
            {t('study.notes')}
          </Title>
          <MarkdownText>{study.additional_notes}</MarkdownText>
        </Stack>
      )}
      <Stack gap="xs">
        <Title order={2} size="h3">
          {t('study.privacy')}
        </Title>
        <PrivacyNotice study={study} />
      </Stack>
      {study.follows.length > 0 && (
        <Stack gap="xs">
          <Title order={2} size="h3">
            {t('study.follows.title')}
          </Title>
          {study.follows.map(({ filter, titles }) => (
            <Text key={`${filter} ${titles.join()}`} className="measure">
              {t(`study.follows.${filter}`, { titles: or.format(titles) })}
            </Text>
          ))}
        </Stack>
      )}
      {study.requirements.length > 0 && (
        <Stack gap="xs">
          <Title order={2} size="h3">
            {t('study.requirements')}
          </Title>
          <LazyBrowserNeeds of={study.requirements} studyId={study._id} />
        </Stack>
      )}
    </Stack>
  );
}

/** /study/details/{id}: what a participant should know before agreeing, and the button to enrol. */
export function StudyPage() {
  const { t } = useTranslation(['studies', 'common']);
  const { id = '' } = useParams();
  // The address of a private link contains the id of its session, since the study may have several
  // sessions, and the key of the link.
  const [params] = useSearchParams();
  const named = params.get('session') ?? '';
  const session = looksLikeId.test(named) ? named : undefined;
  const link = linkKeyIn(params);
  const {
    data: study,
    error,
    refetch,
  } = useQuery(
    query(readStudy, { params: { id }, ...((session || link) && { query: { session, link } }) }),
  );
  useLiveTopics(`study:${id}`, ...(link ? [`link:${link}` as const] : []));
  if (error && !study) {
    const absent = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return (
      <Page title={t(absent ? 'studies:study.absent' : 'studies:study.failed')}>
        {absent ? (
          <EmptyState
            icon={IconEyeOff}
            title={t('studies:study.absent')}
            text={t('studies:study.absent_text')}
            action={<LinkButton to="/home">{t('studies:study.all')}</LinkButton>}
          />
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  if (!study) {
    return (
      <Page title={t('studies:study.page')}>
        <Delayed>
          <div className={classes.columns}>
            <TextShape widths={[90, 96, 84, 60]} />
            <div className={classes.panel}>
              <CardShape height={300} />
            </div>
          </div>
        </Delayed>
      </Page>
    );
  }
  const { researcher } = study;
  return (
    <Page
      title={study.title}
      size="lg"
      lead={
        <>
          <AppLink to={`/researchers/${researcher._id}`} inherit>
            {fullName(researcher)}
          </AppLink>
          {researcher.organization && ` · ${researcher.organization}`}
          {study.passed_to && (
            <>
              {' · '}
              {t('studies:study.passed_to')}{' '}
              <AppLink to={`/researchers/${study.passed_to._id}`} inherit>
                {fullName(study.passed_to)}
              </AppLink>
            </>
          )}
        </>
      }
      actions={
        study.own && (
          <LinkButton
            to={`/experiments/details/${study._id}`}
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {t('studies:study.edit')}
          </LinkButton>
        )
      }
    >
      <div className={classes.columns}>
        <Details study={study} />
        <div className={classes.panel}>
          <EnrolPanel study={study} />
        </div>
      </div>
    </Page>
  );
}
