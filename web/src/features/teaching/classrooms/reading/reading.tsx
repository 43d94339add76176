import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type BlindSubmission,
  listSubmissions,
  SubmissionState,
} from '../../../../../../contracts/teaching/assignments';
import type { Classroom } from '../../../../../../contracts/teaching/classrooms';
import { itemsOfPages, pagedQuery } from '../../../../lib/http/pages';
import { knownValueAmong } from '../../../../lib/navigation/use-filters';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconFileText } from '../../../../ui/icons/file-text';
import { LoadingCards } from '../../../../ui/loading/loading';
import { ShowMore } from '../../../../ui/show-more';
import classes from '../../teaching.module.css';
import { SubmissionCard } from './submission-card';

interface Props {
  classroom: Classroom;
  /** The state of the shown submissions; empty for submissions that await a decision. */
  state: string;
  onState: (state: string) => void;
}

/**
 * The submissions to a classroom's alternatives (assignments instead of studies). Each has a number
 * instead of the student's name.
 */
export function SubmissionReading({ classroom, state: wanted, onState }: Props) {
  const { t } = useTranslation('classrooms');
  const state = knownValueAmong(wanted, SubmissionState.options) ?? 'submitted';
  const { data, error, isPending, isPlaceholderData, refetch, ...more } = useInfiniteQuery({
    ...pagedQuery<BlindSubmission>(listSubmissions, {
      params: { id: classroom._id },
      query: { state },
    }),
    placeholderData: keepPreviousData,
    // No live message announces a submission, so the list is refetched whenever it is shown.
    staleTime: 0,
  });
  const submissions = itemsOfPages(data);
  const mayDecide = classroom.state === 'open';
  return (
    <Stack gap="md">
      <Text className="measure">{t('reading.lead')}</Text>
      <NativeSelect
        w={{ base: '100%', xs: '14rem' }}
        label={t('reading.show')}
        value={state}
        onChange={({ currentTarget }) =>
          onState(currentTarget.value === 'submitted' ? '' : currentTarget.value)
        }
        data={SubmissionState.options.map((value) => ({
          value,
          label: t(`reading.state.${value}`),
        }))}
      />
      {error && (
        <ErrorNotice error={error} title={t('reading.failed')} onRetry={() => void refetch()} />
      )}
      {isPending ? (
        <LoadingCards count={2} height={180} />
      ) : submissions.length > 0 ? (
        <ul className={classes.list} aria-busy={isPlaceholderData}>
          {submissions.map((one) => (
            <SubmissionCard key={one._id} submission={one} mayDecide={mayDecide} />
          ))}
        </ul>
      ) : (
        !error && (
          <EmptyState
            icon={IconFileText}
            title={t(`reading.none.${state}`)}
            text={t('reading.none_text')}
            action={
              state !== 'submitted' && (
                <Button variant="default" onClick={() => onState('')}>
                  {t('reading.to_waiting')}
                </Button>
              )
            }
          />
        )
      )}
      <ShowMore list={more} label={t('more')} />
    </Stack>
  );
}
