import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listClassStudies } from '../../../../../../contracts/teaching/class-studies';
import type { Classroom } from '../../../../../../contracts/teaching/classrooms';
import { listPools, listTemplates } from '../../../../../../contracts/teaching/templates';
import { query } from '../../../../lib/http/api';
import { LinkButton } from '../../../../ui/app-link';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconFlask } from '../../../../ui/icons/flask';
import { LoadingRows } from '../../../../ui/loading/loading';
import { AnswerPools } from './pools';
import { sortByReviewState } from './studies-order.rule';
import { StudyTable } from './study-table';
import { ClassroomTemplates } from './templates';

export const useStudiesOfClassroom = (classroomId: string) =>
  useQuery(query(listClassStudies, { params: { id: classroomId } }));

/**
 * Whether one of the tab's three lists is still loading. All lists appear at the same time: a late
 * list would push the others down.
 */
function useIsLoading(classroomId: string): boolean {
  const params = { id: classroomId };
  const studies = useStudiesOfClassroom(classroomId);
  const templates = useQuery(query(listTemplates, { params }));
  const pools = useQuery(query(listPools, { params }));
  return studies.isPending || templates.isPending || pools.isPending;
}

/** The studies that students build for the class, its templates, and the pooled answers. */
export function ClassroomStudies({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classroom-studies');
  const { data, error, refetch } = useStudiesOfClassroom(classroom._id);
  const isLoading = useIsLoading(classroom._id);
  const studies = sortByReviewState(data?.items ?? []);
  const waiting = studies.filter(({ review }) => review === 'submitted').length;
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <Text className="measure">{t('lead')}</Text>
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {isLoading ? (
          <LoadingRows count={3} height={64} />
        ) : studies.length > 0 ? (
          <Stack gap="sm" component="section" aria-labelledby="class-studies">
            <Title order={2} size="h3" id="class-studies">
              {t('studies')}
            </Title>
            {waiting > 0 && (
              <Text className="numbers" fw={600}>
                {t('waiting', { count: waiting })}
              </Text>
            )}
            <StudyTable classroomId={classroom._id} studies={studies} />
          </Stack>
        ) : (
          data && (
            <EmptyState
              icon={IconFlask}
              title={t('empty')}
              text={t(classroom.students_build ? 'empty_text' : 'empty_text_off')}
              action={
                <LinkButton
                  to={`/classrooms/${classroom._id}${classroom.students_build ? '?tab=assignments' : ''}`}
                  variant="default"
                >
                  {t(classroom.students_build ? 'to_assignments' : 'to_overview')}
                </LinkButton>
              }
            />
          )
        )}
      </Stack>
      {!isLoading && (
        <>
          <ClassroomTemplates classroom={classroom} />
          <AnswerPools classroomId={classroom._id} />
        </>
      )}
    </Stack>
  );
}
