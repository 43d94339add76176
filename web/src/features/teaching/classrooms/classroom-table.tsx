import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Classroom } from '../../../../../contracts/teaching/classrooms';
import { StateBadge } from '../state-badge';
import { formatList, formatNumber } from '../../../lib/intl/format';
import { AppLink } from '../../../ui/app-link';
import { type StackingTableColumn, StackingTable } from '../../../ui/stacking-table';

interface Props {
  label: string;
  classrooms: readonly Classroom[];
  busy: boolean;
}

export function ClassroomTable({ label, classrooms, busy }: Props) {
  const { t } = useTranslation('classrooms');
  const columns: StackingTableColumn<Classroom>[] = [
    {
      name: 'title',
      label: t('column.title'),
      kind: 'heading',
      cell: ({ _id, title, course }) => (
        <>
          <AppLink to={`/classrooms/${_id}`} fw={600} inherit>
            {title}
          </AppLink>
          <Text size="sm" c="dimmed">
            {course ? `${course.title} · ${course.term}` : t('no_course')}
          </Text>
        </>
      ),
    },
    {
      name: 'state',
      label: t('column.state'),
      cell: ({ state }) => <StateBadge state={state} label={t(`state.${state}`)} />,
    },
    {
      name: 'instructors',
      label: t('column.instructors'),
      extra: true,
      cell: ({ instructors }) => formatList(instructors),
    },
    {
      name: 'students',
      label: t('column.students'),
      kind: 'numbers',
      cell: ({ counts }) => (counts ? formatNumber(counts.students) : ''),
    },
  ];
  return <StackingTable label={label} columns={columns} items={classrooms} busy={busy} />;
}
