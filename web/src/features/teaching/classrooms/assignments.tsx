import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../contracts/base/limits';
import {
  type Assignment,
  type AssignmentKind,
  listAssignments,
} from '../../../../../contracts/teaching/assignments';
import type { Classroom } from '../../../../../contracts/teaching/classrooms';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconPlus } from '../../../ui/icons/plus';
import { LoadingCards } from '../../../ui/loading/loading';
import { ShowMore } from '../../../ui/show-more';
import { AssignmentDialog } from '../assignments/assignment.dialog';
import { AssignmentList } from '../assignments/assignment-list';
import { useRefreshClassroom } from './refresh-classroom';
import { mayManageClassroom } from './may-manage.rule';

/** The assignments of a classroom and of its course. */
export function Assignments({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classrooms');
  const refresh = useRefreshClassroom();
  const [adding, setAdding] = useState<AssignmentKind | null>(null);
  const { data, error, isPending, refetch, ...more } = useInfiniteQuery(
    pagedQuery<Assignment>(listAssignments, {
      params: { id: classroom._id },
      query: { limit: limits.pageSizeMax },
    }),
  );
  const creditsPerHour = classroom.course?.credits_per_hour ?? null;
  const mayChange = mayManageClassroom(classroom);
  return (
    <Stack gap="md">
      <Text className="measure">{t('assignments.lead')}</Text>
      {mayChange && (
        <Group gap="sm">
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setAdding('take_study')}
          >
            {t('assignments.add_study')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setAdding('alternative')}
          >
            {t('assignments.add_alternative')}
          </Button>
          {classroom.students_build && (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setAdding('build_study')}
            >
              {t('assignments.add_building')}
            </Button>
          )}
        </Group>
      )}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending ? (
        <LoadingCards count={2} height={120} />
      ) : (
        data && (
          <AssignmentList
            assignments={itemsOfPages(data)}
            nothing={t('assignments.none')}
            creditsPerHour={creditsPerHour}
            isMixed
            mayChange={(assignment) => mayChange && assignment.classroom_id !== null}
            onChanged={refresh}
          />
        )
      )}
      <ShowMore list={more} label={t('more')} />
      {adding && (
        <AssignmentDialog
          kind={adding}
          of={{ classroom: classroom._id }}
          creditsPerHour={creditsPerHour}
          onClose={() => setAdding(null)}
          onSaved={refresh}
        />
      )}
    </Stack>
  );
}
