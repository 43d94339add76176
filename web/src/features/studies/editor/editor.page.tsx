import { Group, Skeleton, Stack, Tabs } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { readStudy } from '../../../../../contracts/studies';
import { ApiError, query } from '../../../lib/http/api';
import { LinkButton } from '../../../ui/app-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { Delayed } from '../../../ui/feedback/loading';
import { PayLine } from '../../../ui/money';
import { Page } from '../../../ui/page';
import { ArchiveStudy } from './archive-study';
import { ConsentEditor } from './consent-editor';
import { DetailsForm } from './details-form';
import { EligibilityForm } from './eligibility/eligibility-form';
import { LaunchedVersion } from '../launched-version';
import { StudySessions } from './study-sessions';
import { StudyState } from '../study-state';
import { UnsavedGuard } from './unsaved-guard';

const tabs = ['details', 'consent', 'people', 'sessions'] as const;

/** /experiments/details/{id}: the study's description, its consent form, and its sessions. */
export function EditorPage() {
  const { t } = useTranslation(['studies', 'common']);
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const { data: study, error, refetch } = useQuery(query(readStudy, { params: { id } }));
  const [dirty, setDirty] = useState({ details: false, consent: false, people: false });
  const detailsDirty = useCallback(
    (details: boolean) => setDirty((now) => (now.details === details ? now : { ...now, details })),
    [],
  );
  const consentDirty = useCallback(
    (consent: boolean) => setDirty((now) => (now.consent === consent ? now : { ...now, consent })),
    [],
  );
  const peopleDirty = useCallback(
    (people: boolean) => setDirty((now) => (now.people === people ? now : { ...now, people })),
    [],
  );
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'details';
  const show = (next: string | null) =>
    setParams(next && next !== 'details' ? { tab: next } : {}, { replace: true });

  if ((error && !study) || (study && !study.own)) {
    const absent =
      !error || (error instanceof ApiError && (error.status === 404 || error.status === 400));
    return (
      <Page title={t(absent ? 'studies:study.absent' : 'studies:study.failed')}>
        {absent ? (
          <EmptyState
            icon={IconEyeOff}
            title={t('studies:editor.absent')}
            text={t('studies:editor.absent_text')}
            action={<LinkButton to="/experiments">{t('studies:editor.all')}</LinkButton>}
          />
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  if (!study)
    return (
      <Page title={t('studies:study.page')}>
        <Delayed>
          <Stack maw="44rem">
            <Skeleton height={44} />
            <Skeleton height={160} />
            <Skeleton height={44} />
          </Stack>
        </Delayed>
      </Page>
    );
  return (
    <Page
      title={study.title}
      size="lg"
      lead={
        <Group gap="sm" component="span">
          <StudyState study={study} />
          <PayLine reward={study.reward} minutes={study.duration_minutes} />
        </Group>
      }
      actions={
        <>
          <LinkButton
            to={`/study/details/${study._id}`}
            variant="default"
            leftSection={<IconEye size={18} aria-hidden />}
          >
            {t('studies:editor.preview')}
          </LinkButton>
          <ArchiveStudy study={study} />
        </>
      }
    >
      {study.launched_version && <LaunchedVersion version={study.launched_version} />}
      <Tabs value={tab} onChange={show} keepMountedMode="display-none">
        <Tabs.List mb="lg">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`studies:editor.${name}`)}
              {name !== 'sessions' && dirty[name] && (
                <span title={t('studies:unsaved.here')}> •</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="details">
          <DetailsForm study={study} onDirty={detailsDirty} />
        </Tabs.Panel>
        <Tabs.Panel value="consent">
          <ConsentEditor study={study} onDirty={consentDirty} />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <EligibilityForm study={study} onDirty={peopleDirty} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <StudySessions study={study} onConsent={() => show('consent')} />
        </Tabs.Panel>
      </Tabs>
      <UnsavedGuard dirty={dirty.details || dirty.consent || dirty.people} />
    </Page>
  );
}
