import { Group, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEyeOff } from '../../ui/icons/eye-off';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { incompleteFilterReason } from '../../../../contracts/studies/eligibility';
import { readStudy, type Study } from '../../../../contracts/studies/studies';
import { UnfinishedEligibilityContext } from '../../domain/sessions/unfinished-conditions';
import { ApiError, query } from '../../lib/http/api';
import { LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingForm } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { StudyPeople } from './access/study-people';
import { ArchiveStudy } from './archive-study';
import { Checklist, editorSteps } from './checklist';
import {
  LazyClassConsent,
  LazyClosedClassNotice,
  LazyCommentList,
  LazyStudyTemplate,
  LazyClassRehearsals,
  LazyReviewPanel,
} from './class/later';
import { classSteps, ClassSteps } from './class/class-steps';
import { useClassPartsLoaded } from './class/use-class-parts';
import { ConsentEditor } from './consent-editor';
import { StudyData } from './data/study-data';
import { DetailsForm } from './details-form';
import { SaveState } from './draft/save-state';
import { TextConflicts } from './draft/text-conflicts';
import { useDraftState, useStudyDraft } from './draft/use-study-draft';
import { OtherStudyEditors } from '../../domain/studies/who-edits';
import classes from './editor.module.css';
import { EligibilityForm } from './eligibility/eligibility-form';
import { LaunchedVersionNotice } from '../../domain/studies/launched-version';
import { RunSettingsForm } from './runs-form';
import { StudySessions } from './study-sessions';
import { LazyTemplateSharing } from './template-sharing/later';
import { UnsavedGuard } from './unsaved-guard';
import { ReadOnlyStudy } from './viewed/viewed-study';
import { PreviewLink, StudySummaryLine } from './study-head';
import { mayManageStudy } from '../../domain/collaborators/role.rule';

/** /experiments/details/{id}: the page that edits a study. Each part has a tab with its state. */
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
  if (!study) return <LoadingEditor />;
  if (!mayManageStudy(study.role)) return <ReadOnlyStudy study={study} />;
  return study.classroom_id === null ? (
    <Editor key={study._id} study={study} />
  ) : (
    <ClassEditor key={study._id} study={study} />
  );
}

function LoadingEditor() {
  const { t } = useTranslation('studies');
  return (
    <Page title={t('study.page')}>
      <LoadingForm fields={[44, 160, 44]} />
    </Page>
  );
}

const ClassEditor = ({ study }: { study: Study }) =>
  useClassPartsLoaded(study) ? <Editor study={study} /> : <LoadingEditor />;

function Editor({ study }: { study: Study }) {
  const [params, setParams] = useSearchParams();
  const draft = useStudyDraft(study);
  const isUnfinished = useDraftState(draft, ({ values }) =>
    values.eligibility.some((one) => incompleteFilterReason(one) !== null),
  );
  const [unpublished, setUnpublished] = useState(false);
  const [isUnshared, setUnshared] = useState(false);
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const { classroom_id: classroomId } = study;
  const isOfClass = classroomId !== null;
  const parts: readonly string[] = isOfClass ? classSteps : editorSteps;
  const step = [...parts, 'data', 'access'].find((name) => name === params.get('tab')) ?? 'details';
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
      {isOfClass && <LazyClosedClassNotice classroomId={classroomId} />}
      {study.launched_version && <LaunchedVersionNotice version={study.launched_version} />}
      <Group justify="space-between" mb={{ base: 0, sm: 'md' }} gap="sm">
        <SaveState draft={draft} disabled={isArchived} />
        <OtherStudyEditors studyId={study._id} />
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
        {isOfClass ? (
          <ClassSteps study={study} draft={draft} />
        ) : (
          <Checklist study={study} draft={draft} unsaved={unpublished} />
        )}
        <Tabs.Panel value="details">
          {isOfClass && <LazyCommentList study={study} parts="details" />}
          <DetailsForm
            draft={draft}
            studyId={study._id}
            disabled={isArchived}
            isOfClass={isOfClass}
          />
          {isOfClass && <LazyStudyTemplate study={study} classroomId={classroomId} />}
        </Tabs.Panel>
        <Tabs.Panel value="consent">
          {isOfClass ? (
            <LazyClassConsent study={study} classroomId={classroomId} />
          ) : (
            <ConsentEditor study={study} onDirty={setUnpublished} />
          )}
        </Tabs.Panel>
        {!isOfClass && (
          <Tabs.Panel value="people">
            <EligibilityForm draft={draft} studyId={study._id} disabled={isArchived} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="runs">
          {isOfClass && <LazyCommentList study={study} parts="runs" />}
          <RunSettingsForm
            studyId={study._id}
            draft={draft}
            disabled={isArchived}
            isOfClass={isOfClass}
          />
        </Tabs.Panel>
        {isOfClass && (
          <Tabs.Panel value="rehearse">
            {step === 'rehearse' && <LazyClassRehearsals draft={draft} studyId={study._id} />}
          </Tabs.Panel>
        )}
        {isOfClass && (
          <Tabs.Panel value="review">
            {step === 'review' && (
              <LazyReviewPanel study={study} classroomId={classroomId} save={() => draft.flush()} />
            )}
          </Tabs.Panel>
        )}
        <Tabs.Panel value="sessions">
          <UnfinishedEligibilityContext value={isUnfinished}>
            <StudySessions study={study} onConsent={() => show(isOfClass ? 'review' : 'consent')} />
          </UnfinishedEligibilityContext>
        </Tabs.Panel>
        <Tabs.Panel value="data">{step === 'data' && <StudyData study={study} />}</Tabs.Panel>
        <Tabs.Panel value="access">
          {step === 'access' && <StudyPeople study={study} />}
          {/* The sharing form stays rendered on other tabs while it has unsaved changes.
              Otherwise they would be lost. */}
          {study.classroom_id === null && (step === 'access' || isUnshared) && (
            <LazyTemplateSharing study={study} onDirty={setUnshared} />
          )}
        </Tabs.Panel>
      </Tabs>
      <UnsavedGuard draft={draft} dirty={unpublished || isUnshared} />
    </Page>
  );
}
