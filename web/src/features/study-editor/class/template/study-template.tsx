import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Study } from '../../../../../../contracts/studies/studies';
import { listClassStudies } from '../../../../../../contracts/teaching/class-studies';
import { listTemplates, readStudyFork } from '../../../../../../contracts/teaching/templates';
import { query } from '../../../../lib/http/api';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { TimeText } from '../../../../ui/when';
import { AnalysisScript } from './analysis-script';
import { ChangesFromTemplate } from './fork-changes';

/**
 * The template from which a study was made, what was changed against it, its analysis script, and
 * whether the study's answers are pooled with those of other groups. Renders nothing for a study
 * that began empty.
 */
export function StudyTemplate({ study, classroomId }: { study: Study; classroomId: string }) {
  const { t } = useTranslation('class-building');
  const params = { id: study._id };
  const fork = useQuery({
    ...query(readStudyFork, { params }),
    queryKey: [readStudyFork.path, { params }, study.version] as never,
  });
  const of = fork.data?.template ?? null;
  const inClass = { params: { id: classroomId } };
  const templates = useQuery({ ...query(listTemplates, inClass), enabled: of !== null });
  const studies = useQuery({ ...query(listClassStudies, inClass), enabled: of !== null });
  if (fork.error && !fork.data)
    return <ErrorNotice error={fork.error} onRetry={() => void fork.refetch()} />;
  if (!fork.data || !of || templates.isLoading || studies.isLoading) return null;
  const own = studies.data?.items.find(({ _id }) => _id === study._id);
  const template = templates.data?.items.find(({ study_id }) => study_id === of.study_id);
  const title = t('template.title', { title: of.title });
  return (
    <Stack gap="md" maw="44rem" mt="xl" component="section" aria-label={title}>
      <div>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {fork.data.made_at && <TimeText at={fork.data.made_at} />}
          {of.study_id === null && ` · ${t('template.gone')}`}
        </Text>
      </div>
      {own && <Text>{t(own.pooled ? 'template.pooled' : 'template.alone')}</Text>}
      <ChangesFromTemplate changes={fork.data.changes} />
      {template?.script && <AnalysisScript script={template.script} />}
    </Stack>
  );
}
