import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type RejectionAnswerDecision,
  listRejectionAnswers,
  type RejectionAnswer,
} from '../../../../../../contracts/payments/rejection-answers';
import { itemsOfPages, pagedQuery } from '../../../../lib/http/pages';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { IconScale } from '../../../../ui/icons/scale';
import { LoadingCards } from '../../../../ui/loading/loading';
import { ShowMore } from '../../../../ui/show-more';
import { RejectionAnswerCard } from './answer-card';
import { RejectionVerdictDialog } from './verdict.dialog';

/** Lists participants' answers to rejections: what both sides wrote, without names and study. */
export function RejectionAnswers() {
  const { t } = useTranslation('payments');
  const [deciding, setDeciding] = useState<{
    answer: RejectionAnswer;
    action: RejectionAnswerDecision['action'];
  } | null>(null);
  const list = useInfiniteQuery(pagedQuery<RejectionAnswer>(listRejectionAnswers));
  const answers = itemsOfPages(list.data);
  if (list.isPending) return <LoadingCards count={2} height={220} />;
  return (
    <Stack gap="lg">
      <Text maw="68ch">{t('answers.lead')}</Text>
      {list.error && (
        <ErrorNotice
          error={list.error}
          title={t('answers.failed')}
          onRetry={() => void list.refetch()}
        />
      )}
      {!list.error && answers.length === 0 && (
        <EmptyState icon={IconScale} title={t('answers.none')} text={t('answers.none_text')} />
      )}
      {answers.map((answer) => (
        <RejectionAnswerCard
          key={answer._id}
          answer={answer}
          onDecide={(action) => setDeciding({ answer, action })}
        />
      ))}
      <ShowMore list={list} label={t('more')} />
      {deciding && <RejectionVerdictDialog {...deciding} onClose={() => setDeciding(null)} />}
    </Stack>
  );
}
