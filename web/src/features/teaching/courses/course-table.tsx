import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Course } from '../../../../../contracts/teaching/courses';
import { formatCredits } from '../../../domain/credits/format-credits';
import { StateBadge } from '../state-badge';
import { formatNumber } from '../../../lib/intl/format';
import { TimeWithZone } from '../../../ui/dates/agreed';
import { type StackingTableColumn, StackingTable } from '../../../ui/stacking-table';

interface Props {
  courses: readonly Course[];
  busy: boolean;
  onOpen: (course: Course) => void;
}

export function CourseTable({ courses, busy, onOpen }: Props) {
  const { t } = useTranslation('courses');
  const columns: StackingTableColumn<Course>[] = [
    {
      name: 'title',
      label: t('column.title'),
      kind: 'heading',
      cell: (course) => (
        <>
          <Anchor
            component="button"
            type="button"
            fw={600}
            ta="start"
            inherit
            onClick={() => onOpen(course)}
          >
            {course.title}
          </Anchor>
          <Text size="sm" c="dimmed">
            {course.code}
          </Text>
        </>
      ),
    },
    { name: 'term', label: t('column.term'), cell: ({ term }) => term },
    {
      name: 'state',
      label: t('column.state'),
      cell: ({ state }) => <StateBadge state={state} label={t(`state.${state}`)} />,
    },
    {
      name: 'required',
      label: t('column.required'),
      kind: 'numbers',
      cell: ({ required_credits }) => formatCredits(required_credits),
    },
    {
      name: 'deadline',
      label: t('column.deadline'),
      cell: ({ deadline }) => <TimeWithZone at={deadline} />,
    },
    {
      name: 'classrooms',
      label: t('column.classrooms'),
      kind: 'numbers',
      extra: true,
      cell: ({ classrooms }) => formatNumber(classrooms),
    },
    {
      name: 'students',
      label: t('column.students'),
      kind: 'numbers',
      cell: ({ students }) => formatNumber(students),
    },
  ];
  return <StackingTable label={t('title')} columns={columns} items={courses} busy={busy} />;
}
