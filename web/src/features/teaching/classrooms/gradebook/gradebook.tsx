import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../../../../../contracts/base/full-name.rule';
import type { Classroom } from '../../../../../../contracts/teaching/classrooms';
import { type GradebookLine, readGradebook } from '../../../../../../contracts/teaching/credits';
import { formatCredits } from '../../../../domain/credits/format-credits';
import { query } from '../../../../lib/http/api';
import { readableEmail } from '../../../../lib/intl/shown-email';
import { useMutation } from '../../../../lib/http/use-mutation';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconDownload } from '../../../../ui/icons/download';
import { IconSchool } from '../../../../ui/icons/school';
import { LoadingRows } from '../../../../ui/loading/loading';
import { ShowMore } from '../../../../ui/show-more';
import { type StackingTableColumn, StackingTable } from '../../../../ui/stacking-table';
import { useFoldedList } from '../../../../ui/use-fold';
import { formatUtcDay } from '../../format-day';
import { saveGradebook } from './save-gradebook';

type Line = GradebookLine & { _id: string };

function Lines({ lines }: { lines: readonly GradebookLine[] }) {
  const { t } = useTranslation('classrooms');
  const all = lines.map((line): Line => ({ ...line, _id: line.member_id }));
  const { shown, ...fold } = useFoldedList(all, 20, 200);
  const columns: StackingTableColumn<Line>[] = [
    { name: 'name', label: t('members.name'), kind: 'heading', cell: fullName },
    { name: 'email', label: t('members.email'), cell: ({ email }) => readableEmail(email) },
    {
      name: 'number',
      label: t('members.number'),
      extra: true,
      cell: ({ student_number }) => student_number ?? '–',
    },
    {
      name: 'required',
      label: t('gradebook.required'),
      kind: 'numbers',
      cell: ({ required }) => formatCredits(required),
    },
    {
      name: 'earned',
      label: t('gradebook.earned'),
      kind: 'numbers',
      cell: ({ earned }) => formatCredits(earned),
    },
    {
      name: 'missing',
      label: t('gradebook.missing'),
      kind: 'numbers',
      cell: ({ required, earned }) => formatCredits(Math.max(0, required - earned)),
    },
  ];
  return (
    <>
      <StackingTable label={t('tab.gradebook')} columns={columns} items={shown} />
      <ShowMore fold={fold} label={t('more')} />
    </>
  );
}

function Sums({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classrooms');
  const { data, error, refetch } = useQuery(
    query(readGradebook, { params: { id: classroom._id } }),
  );
  const save = useMutation({
    mutationFn: (day: string) => saveGradebook(classroom._id, `${classroom.title} ${day}.csv`),
  });
  if (error && !data)
    return (
      <ErrorNotice error={error} title={t('gradebook.failed')} onRetry={() => void refetch()} />
    );
  if (!data) return <LoadingRows count={5} height={48} />;
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text className="numbers">{t('gradebook.as_of', { day: formatUtcDay(data.day) })}</Text>
        {data.lines.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={save.isPending}
            onClick={() => save.mutate(data.day)}
          >
            {t('gradebook.download')}
          </Button>
        )}
      </Group>
      <ErrorNotice error={save.error} />
      {data.lines.length === 0 ? (
        <EmptyState
          icon={IconSchool}
          title={t('gradebook.empty')}
          text={t('gradebook.empty_text')}
        />
      ) : (
        <Lines lines={data.lines} />
      )}
    </>
  );
}

/** The credits that each student of the classroom had earned when the present day (UTC) began. */
export function Gradebook({ classroom }: { classroom: Classroom }) {
  const { t } = useTranslation('classrooms');
  if (classroom.course === null) return <Text className="measure">{t('gradebook.no_course')}</Text>;
  return (
    <Stack gap="md">
      <Text className="measure">{t('gradebook.lead')}</Text>
      <Sums classroom={classroom} />
    </Stack>
  );
}
