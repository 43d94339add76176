import { Group, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEyeOff } from '../../ui/icons/eye-off';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { conditionGap } from '../../../../contracts/studies/eligibility';
import { readStudy, type Study } from '../../../../contracts/studies/studies';
import { UnfinishedConditions } from '../../domain/sessions/unfinished-conditions';
import { ApiError, query } from '../../lib/http/api';
import { LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingForm } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { StudyPeople } from './access/study-people';
import { ArchiveStudy } from './archive-study';
import { Checklist, steps } from './checklist';
import { ConsentEditor } from './consent-editor';
import { StudyData } from './data/study-data';
import { DetailsForm } from './details-form';
import { SaveState } from './draft/save-state';
import { TextConflicts } from './draft/text-conflicts';
import { useDraft, useStudyDraft } from './draft/use-study-draft';
import { WhoEdits } from '../../domain/studies/who-edits';
import classes from './editor.module.css';
import { EligibilityForm } from './eligibility/eligibility-form';
import { LaunchedVersion } from '../../domain/studies/launched-version';
import { RunsForm } from './runs-form';
import { StudySessions } from './study-sessions';
import { UnsavedGuard } from './unsaved-guard';
import { ViewedStudy } from './viewed/viewed-study';
import { PreviewLink, StudySummaryLine } from './study-head';
import { mayRun } from '../../domain/collaborators/role.rule';

/** /experiments/details/{id}: the editor of a study, with its parts and the state of each. */
export function EditorPage() {
  const { t } = useTranslation(['studies', 'common']);
  const { id = '' } = useParams();
  const { data: study, error, refetch } = useQuery(query(readStudy, { params: { id } }));

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
        <LoadingForm fields={[44, 160, 44]} />
      </Page>
    );
  if (!mayRun(study.role)) return <ViewedStudy study={study} />;
  return <Editor key={study._id} study={study} />;
}

function Editor({ study }: { study: Study }) {
  const [params, setParams] = useSearchParams();
  const draft = useStudyDraft(study);
  const isUnfinished = useDraft(draft, ({ values }) =>
    values.eligibility.some((one) => conditionGap(one) !== null),
  );
  const [unpublished, setUnpublished] = useState(false);
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const step = [...steps, 'data', 'access'].find((name) => name === params.get('tab')) ?? 'details';
  const show = (next: string | null) => {
    void draft.flush();
    setParams(next && next !== 'details' ? { tab: next } : {}, { replace: true });
  };
  const isArchived = study.state === 'archived';
  return (
    <Page
      title={study.title}
      size="lg"
      lead={<StudySummaryLine study={study} />}
      actions={
        <>
          <PreviewLink study={study} />
          {study.role === 'owner' && <ArchiveStudy study={study} />}
        </>
      }
    >
      {study.launched_version && <LaunchedVersion version={study.launched_version} />}
      <Group justify="space-between" mb={{ base: 0, sm: 'md' }} gap="sm">
        <SaveState draft={draft} disabled={isArchived} />
        <WhoEdits studyId={study._id} />
      </Group>
      <TextConflicts draft={draft} />
      <Tabs
        value={step}
        onChange={show}
        orientation={wide ? 'vertical' : 'horizontal'}
        variant="pills"
        keepMountedMode="display-none"
        className={classes.editor}
      >
        <Checklist study={study} draft={draft} unsaved={unpublished} />
        <Tabs.Panel value="details">
          <DetailsForm draft={draft} studyId={study._id} disabled={isArchived} />
        </Tabs.Panel>
        <Tabs.Panel value="consent">
          <ConsentEditor study={study} onDirty={setUnpublished} />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <EligibilityForm draft={draft} studyId={study._id} disabled={isArchived} />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunsForm studyId={study._id} draft={draft} disabled={isArchived} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <UnfinishedConditions value={isUnfinished}>
            <StudySessions study={study} onConsent={() => show('consent')} />
          </UnfinishedConditions>
        </Tabs.Panel>
        <Tabs.Panel value="data">{step === 'data' && <StudyData study={study} />}</Tabs.Panel>
        <Tabs.Panel value="access">{step === 'access' && <StudyPeople study={study} />}</Tabs.Panel>
      </Tabs>
      <UnsavedGuard draft={draft} dirty={unpublished} />
    </Page>
  );
}
