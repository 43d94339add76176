import { IconEyeOff } from '../../ui/icons/eye-off';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { readStudy } from '../../../../contracts/studies/studies';
import {
  readTimeline,
  type TimelineDraft,
} from '../../../../contracts/study-files/study-timelines';
import type { TimelinePlugins } from '../../../../contracts/timeline/timeline-plugins';
import { ApiError, query } from '../../lib/http/api';
import { LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { BusyPage } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { ExperimentBuilder } from './builder';
import { ExperimentStartChooser } from './templates/beginnings';
import { mayManageStudy } from '../../domain/collaborators/role.rule';

const readPlugins = async (): Promise<TimelinePlugins> =>
  (await import('../../../../contracts/timeline/timeline-plugins.json'))
    .default as unknown as TimelinePlugins;

/** /experiments/build/{id}: here researchers build an experiment beside its live preview. */
export function BuildPage() {
  const { t } = useTranslation('builder');
  const { id = '' } = useParams();
  /** The new draft that the researcher chose: empty, a template or an import; null before that. */
  const [begun, setBegun] = useState<TimelineDraft | null>(null);
  const params = { id };
  const study = useQuery(query(readStudy, { params }));
  const isOwn = study.data?.own === true;
  const draft = useQuery({
    ...query(readTimeline, { params }),
    enabled: isOwn,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const plugins = useQuery({
    queryKey: ['plugins of the builder'],
    queryFn: readPlugins,
    staleTime: Infinity,
  });
  const error = study.error ?? draft.error ?? plugins.error;
  const isAbsent =
    (study.data && !isOwn) ||
    (study.error instanceof ApiError && [400, 403, 404].includes(study.error.status));
  if (isAbsent)
    return (
      <Page title={t('title')}>
        <EmptyState
          icon={IconEyeOff}
          title={t('absent')}
          text={t('absent_text')}
          action={<LinkButton to="/experiments">{t('all')}</LinkButton>}
        />
      </Page>
    );
  if (error && !(study.data && draft.data && plugins.data))
    return (
      <Page title={t('title')}>
        <ErrorNotice
          error={error}
          onRetry={() => void Promise.all([study.refetch(), draft.refetch(), plugins.refetch()])}
        />
      </Page>
    );
  if (!study.data || !draft.data || !plugins.data) return <BusyPage height="100dvh" />;
  const start = begun ?? draft.data;
  const { timeline } = start;
  const mayEdit = mayManageStudy(study.data.role) && study.data.state !== 'archived';
  if (!timeline)
    return (
      <ExperimentStartChooser
        study={study.data}
        mayEdit={mayEdit}
        draft={draft.data}
        onBegun={setBegun}
      />
    );
  return (
    <ExperimentBuilder
      key={id}
      study={study.data}
      start={{ ...start, timeline }}
      plugins={plugins.data}
      disabled={!mayEdit}
    />
  );
}
