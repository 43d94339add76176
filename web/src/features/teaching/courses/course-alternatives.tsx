import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../contracts/base/limits';
import {
  type Assignment,
  listCourseAssignments,
} from '../../../../../contracts/teaching/assignments';
import type { Course } from '../../../../../contracts/teaching/courses';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconPlus } from '../../../ui/icons/plus';
import { LoadingRows } from '../../../ui/loading/loading';
import { ShowMore } from '../../../ui/show-more';
import { AssignmentDialog } from '../assignments/assignment.dialog';
import { AssignmentList } from '../assignments/assignment-list';
import { useRefreshCourses } from './refresh-courses';

interface Props {
  course: Course;
  adding: boolean;
  onAdd: () => void;
  onAdded: () => void;
}

/**
 * The alternatives (assignments instead of studies) of a course. They appear in each of its
 * classrooms.
 */
export function CourseAlternatives({ course, adding, onAdd, onAdded }: Props) {
  const { t } = useTranslation('courses');
  const refresh = useRefreshCourses();
  const { data, error, isPending, refetch, ...more } = useInfiniteQuery(
    pagedQuery<Assignment>(listCourseAssignments, {
      params: { id: course._id },
      query: { limit: limits.pageSizeMax },
    }),
  );
  const alternatives = itemsOfPages(data);
  const mayChange = course.state === 'draft' || course.state === 'open';
  return (
    <Stack gap="sm" component="section" aria-labelledby="course-alternatives">
      <Group justify="space-between" gap="sm">
        <Title order={3} size="h4" id="course-alternatives">
          {t('alternative.list')}
        </Title>
        {mayChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={onAdd}
          >
            {t('alternative.add')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('alternative.lead')}
      </Text>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending ? (
        <LoadingRows count={2} height={64} />
      ) : (
        data && (
          <AssignmentList
            assignments={alternatives}
            nothing={t('alternative.none')}
            creditsPerHour={course.credits_per_hour}
            mayChange={() => mayChange}
            onChanged={refresh}
          />
        )
      )}
      <ShowMore list={more} label={t('more')} />
      {adding && (
        <AssignmentDialog
          kind="alternative"
          of={{ course: course._id }}
          creditsPerHour={course.credits_per_hour}
          onClose={onAdded}
          onSaved={refresh}
        />
      )}
    </Stack>
  );
}
