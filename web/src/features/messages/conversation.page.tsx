import { IconMessages } from '../../ui/icons/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ConversationMessages } from '../../../../contracts/messages/messages';
import { ApiError } from '../../lib/http/api';
import { itemsOfPages } from '../../lib/http/pages';
import { AppLink, LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { Page } from '../../ui/page';
import { MessageComposer } from './composer';
import classes from './messages.module.css';
import {
  type ConversationActions,
  useParticipantConversation,
  useResearcherConversation,
} from './sides';
import { MessageThread } from './message-thread';
import { useMarkRead } from './use-mark-read';
import { LoadingCards } from '../../ui/loading/loading';

/** /messages/{participation}: the messages between a participant and the researchers. */
export function OwnConversationPage() {
  return <ConversationPage of={useParticipantConversation()} />;
}
/**
 * /sessions/{id}/messages/{line}: the conversation with one participant, for the researchers who
 * run the study.
 */
export function ParticipantConversationPage() {
  return <ConversationPage of={useResearcherConversation()} />;
}

function ConversationPage({ of }: { of: ConversationActions }) {
  const { t } = useTranslation('messages');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    of.read,
  );
  // Each page of messages also contains the facts about the conversation. They are read from the
  // first page.
  const about = data?.pages[0] as ConversationMessages | undefined;
  const messages = itemsOfPages(data);
  useMarkRead(of, messages);
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Page title={t('absent')} size="sm">
        <EmptyState
          icon={IconMessages}
          title={t('absent')}
          text={t('absent_text')}
          action={<LinkButton to="/messages">{t('to_messages')}</LinkButton>}
        />
      </Page>
    );
  const back = of.side === 'participant' ? '/messages' : `/sessions/${about?.session_id}/messages`;
  return (
    <Page
      title={
        about === undefined
          ? ' '
          : of.side === 'participant'
            ? t('with.researchers')
            : t('list.person', { tag: about.tag?.slice(0, 6) ?? '' })
      }
      lead={
        about && (
          <span className={classes.lead}>
            {of.side === 'participant' ? (
              <AppLink to={`/study/details/${about.study_id}`} inherit>
                {about.study_title}
              </AppLink>
            ) : (
              <AppLink to={`/sessions/${about.session_id}`} inherit>
                {about.study_title}
              </AppLink>
            )}
            {' · '}
            {t(`with.${of.side}_note`)}
          </span>
        )
      }
      size="sm"
    >
      <AppLink to={about ? back : '/messages'} size="sm">
        {t('to_messages')}
      </AppLink>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!about && !error && <LoadingCards count={2} height={88} />}
      {about && (
        <>
          <MessageThread
            of={of}
            messages={messages}
            more={
              hasNextPage ? { busy: isFetchingNextPage, load: () => void fetchNextPage() } : null
            }
          />
          <MessageComposer of={of} about={about} />
        </>
      )}
    </Page>
  );
}
