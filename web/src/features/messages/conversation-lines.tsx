import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationParty } from '../../../../contracts/messages/messages';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { ConversationList, type ConversationListItem } from './conversation-list';
import { ShowMore } from '../../ui/show-more';

interface List {
  error: Error | null;
  isPending: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

/** A list of conversations, with its loading, empty and error states. */
export function PagedConversationList({
  list,
  lines,
  side,
  empty,
}: {
  list: List;
  lines: readonly ConversationListItem[];
  side: ConversationParty;
  empty: ReactNode;
}) {
  const { t } = useTranslation('messages');
  if (list.isPending) return <LoadingRows count={3} height={64} />;
  if (list.error && lines.length === 0)
    return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  if (lines.length === 0) return empty;
  return (
    <Stack gap="md">
      <ConversationList label={t('list.label')} lines={lines} side={side} />
      <ShowMore list={list} label={t('list.more')} />
    </Stack>
  );
}
