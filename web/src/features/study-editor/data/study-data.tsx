import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import { readStudyTiming } from '../../../../../contracts/research-data/study-timing';
import { listStudyExports } from '../../../../../contracts/research-data/research-data';
import type { Study } from '../../../../../contracts/studies/studies';
import { TimingSummary } from '../../../domain/timing/timing-summary';
import { query } from '../../../lib/http/api';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import { onDemand } from '../../../ui/on-demand';
import classes from './data.module.css';
import { ExportForm } from './export-form';
import { ExportRow } from './export-row';
import { isExportUnderWay } from './export.rule';
import { ImportedDataNote } from './imported-data';
import { StorageUsageLine } from '../../../domain/study-files/storage-line';
import { DataPreview } from './preview/data-preview';
import { ExternalData } from './external-data/external-data';
import { StudyVariables } from './variables/study-variables';
import { mayManageStudy } from '../../../domain/collaborators/role.rule';

const PooledAnswersLater = onDemand(
  async () => (await import('../class/pooled-answers')).PooledAnswers,
);

/** Returns where the study takes place. The place decides which of its data is stored here. */
const placeOf = (runtime: Study['runtime']) =>
  runtime === null || isHostedRuntime(runtime)
    ? 'here'
    : runtime.kind === 'external'
      ? 'elsewhere'
      : 'in_person';

/**
 * The time, in milliseconds, between two requests for the list of exports while a worker makes one.
 */
const againMs = 2_000;

/**
 * The study's data, which can be exported as archives. A worker makes the archives, so an export
 * continues if the person closes the page.
 */
export function StudyData({ study }: { study: Study }) {
  const studyId = study._id;
  const { t } = useTranslation('hosted-study');
  const { data, error, isPending, refetch } = useQuery({
    ...query(listStudyExports, { params: { id: studyId } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isExportUnderWay) ? againMs : false),
  });
  const timing = useQuery(query(readStudyTiming, { params: { id: studyId } }));
  const exports = data?.items ?? [];
  const mayChange = mayManageStudy(study.role);
  const isOfClass = study.classroom_id !== null;
  return (
    <Stack gap="lg" className={classes.parts}>
      <div>
        <Title order={2} size="h3">
          {t('data.title')}
        </Title>
        <Text className="measure" mt={4}>
          {t(`data.text_${placeOf(study.runtime)}`)}
        </Text>
      </div>
      {!isOfClass && <ImportedDataNote studyId={studyId} mayChange={mayChange} />}
      <DataPreview studyId={studyId} />
      <ExportForm studyId={studyId} busy={exports.some(isExportUnderWay)} />
      {isPending && <LoadingRows count={2} height={72} />}
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {exports.length > 0 && (
        <ul className={classes.exports} aria-label={t('data.list')}>
          {exports.map((one) => (
            <ExportRow key={one._id} studyId={studyId} made={one} />
          ))}
        </ul>
      )}
      {!isOfClass && <ExternalData study={study} mayChange={mayChange} />}
      {study.classroom_id !== null && (
        <PooledAnswersLater classroomId={study.classroom_id} study={studyId} />
      )}
      <StudyVariables studyId={studyId} mayChange={mayChange} />
      <StorageUsageLine studyId={studyId} />
      <ErrorNotice error={timing.error} onRetry={() => void timing.refetch()} />
      {/* The summary of the timing comes last, so that nothing moves when it has loaded. */}
      {!isPending && timing.data && <TimingSummary sessions={timing.data.sessions} />}
    </Stack>
  );
}
