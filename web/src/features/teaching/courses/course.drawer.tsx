import { Button, Drawer, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Id } from '../../../../../contracts/base/fields';
import { type Course, readCourse } from '../../../../../contracts/teaching/courses';
import { formatCredits } from '../../../domain/credits/format-credits';
import { StateBadge } from '../state-badge';
import { ApiError, query } from '../../../lib/http/api';
import { formatNumber } from '../../../lib/intl/format';
import { TimeWithZone } from '../../../ui/dates/agreed';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconSearchOff } from '../../../ui/icons/search-off';
import { FactList } from '../facts';
import { CourseAlternatives } from './course-alternatives';
import { CourseDialog } from './course.dialog';
import { CourseSteps } from './course-steps';
import { RepeatDialog } from './repeat.dialog';

type Ask = 'edit' | 'repeat' | 'alternative';

function Shown({ course, onOpen }: { course: Course; onOpen: (course: Course) => void }) {
  const { t } = useTranslation('courses');
  const [ask, setAsk] = useState<Ask | null>(null);
  const close = () => setAsk(null);
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [
            t('column.state'),
            <StateBadge key="state" state={course.state} label={t(`state.${course.state}`)} />,
          ],
          [t('field.code'), course.code],
          [t('field.term'), course.term],
          [t('field.organization'), course.organization],
          [
            t('field.required'),
            course.required_credits === 0 ? t('asks_none') : formatCredits(course.required_credits),
          ],
          [t('field.per_hour'), formatCredits(course.credits_per_hour)],
          [t('field.deadline'), <TimeWithZone key="deadline" at={course.deadline} />],
          [t('column.classrooms'), formatNumber(course.classrooms)],
          [t('column.students'), formatNumber(course.students)],
        ]}
      />
      <Group gap="sm">
        {course.state !== 'archived' && (
          <Button variant="default" onClick={() => setAsk('edit')}>
            {t('edit.action')}
          </Button>
        )}
        <Button variant="default" onClick={() => setAsk('repeat')}>
          {t('repeat.action')}
        </Button>
      </Group>
      <CourseSteps course={course} onAddAlternative={() => setAsk('alternative')} />
      <CourseAlternatives
        course={course}
        adding={ask === 'alternative'}
        onAdd={() => setAsk('alternative')}
        onAdded={close}
      />
      {ask === 'edit' && <CourseDialog course={course} onClose={close} />}
      {ask === 'repeat' && <RepeatDialog course={course} onClose={close} onRepeated={onOpen} />}
    </Stack>
  );
}

interface Props {
  /** The id of the course that the drawer shows; empty while it is closed. */
  id: string;
  listed: readonly Course[];
  onOpen: (course: Course) => void;
  onClose: () => void;
}

/**
 * Shows one course: what it requires, its alternatives and its state. The page's address contains
 * the id of the course.
 */
export function CourseDrawer({ id: wanted, listed, onOpen, onClose }: Props) {
  const { t } = useTranslation(['courses', 'common']);
  // The drawer still shows the course while it closes, so that it is not empty meanwhile.
  const [id, setId] = useState(wanted);
  if (wanted && wanted !== id) setId(wanted);
  const isId = Id.safeParse(id).success;
  const { data, error, refetch } = useQuery({
    ...query(readCourse, { params: { id } }),
    enabled: isId,
    placeholderData: listed.find(({ _id }) => _id === id),
  });
  const isAbsent = (wanted !== '' && !isId) || (error instanceof ApiError && error.status === 404);
  return (
    <Drawer
      // A link on another page opens the drawer before the course is loaded, so the drawer waits for it.
      opened={wanted !== '' && (isAbsent || data !== undefined || error !== null)}
      onClose={onClose}
      position="right"
      size="min(36rem, 100%)"
      title={
        <Title order={2} size="h3" component="span">
          {data?.title ?? t('one')}
        </Title>
      }
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      {isAbsent ? (
        <EmptyState icon={IconSearchOff} title={t('absent')} text={t('absent_text')} />
      ) : data ? (
        <Shown key={data._id} course={data} onOpen={onOpen} />
      ) : (
        error && (
          <ErrorNotice error={error} title={t('failed_one')} onRetry={() => void refetch()} />
        )
      )}
    </Drawer>
  );
}
