import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ClassStudy } from '../../../../../../contracts/teaching/class-studies';
import { ReviewStateBadge } from '../../../../domain/class-building/review-state';
import { formatList } from '../../../../lib/intl/format';
import { AppLink } from '../../../../ui/app-link';
import { type StackingTableColumn, StackingTable } from '../../../../ui/stacking-table';
import { formatUtcDay } from '../../format-day';

interface Props {
  classroomId: string;
  studies: readonly ClassStudy[];
}

/**
 * Lists the studies of a class with the people who build them and the state of their reviews. Each
 * line links to the review.
 */
export function StudyTable({ classroomId, studies }: Props) {
  const { t } = useTranslation('classroom-studies');
  const columns: StackingTableColumn<ClassStudy>[] = [
    {
      name: 'title',
      label: t('column.study'),
      kind: 'heading',
      cell: ({ _id, title, builders }) => (
        <>
          <AppLink to={`/classrooms/${classroomId}/studies/${_id}`} fw={600} inherit>
            {title}
          </AppLink>
          <Text size="sm" c="dimmed">
            {formatList(builders)}
          </Text>
        </>
      ),
    },
    {
      name: 'review',
      label: t('column.review'),
      cell: ({ review, review_day, recruiting }) => (
        <Stack gap={2} align="flex-start">
          <ReviewStateBadge state={review ?? 'none'} label={t(`state.${review ?? 'none'}`)} />
          {review_day && (
            <Text size="sm" c="dimmed">
              {formatUtcDay(review_day)}
            </Text>
          )}
          {recruiting && <Text size="sm">{t('recruiting')}</Text>}
        </Stack>
      ),
    },
    {
      name: 'template',
      label: t('column.template'),
      cell: ({ template, pooled }) => (
        <div>
          {template ? template.title : t('no_template')}
          {pooled && (
            <Text size="sm" c="dimmed">
              {t('pooled')}
            </Text>
          )}
        </div>
      ),
    },
  ];
  return <StackingTable label={t('studies')} columns={columns} items={studies} />;
}
