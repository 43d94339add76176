import { Tabs } from '@mantine/core';
import { IconMessages } from '../../ui/icons/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  listParticipantConversations,
  listStudyConversations,
  type ParticipantConversation,
  type StudyConversation,
} from '../../../../contracts/messages/messages';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { useUser } from '../../lib/auth/user';
import { LinkButton } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Page } from '../../ui/page';
import type { ConversationListItem } from './conversation-list';
import { PagedConversationList } from './conversation-lines';

const lineOfOwn = (one: ParticipantConversation): ConversationListItem => ({
  ...one,
  key: one.participation_id,
  to: `/messages/${one.participation_id}`,
  title: one.study_title,
});
const lineOfStudy = (one: StudyConversation): ConversationListItem => ({
  ...one,
  // The server sends a new id for the conversation each time, so its session and the participant's
  // tag identify it.
  key: `${one.session_id} ${one.tag}`,
  to: `/sessions/${one.session_id}/messages/${one.entry}`,
  title: one.study_title,
});

/**
 * /messages: a person's conversations, both as a participant and about the person's own studies.
 */
export function MessagesPage() {
  const { t } = useTranslation('messages');
  const { user } = useUser();
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'studies' ? 'studies' : 'own';
  return (
    <Page title={t('title')} lead={t('lead')} size="md">
      {user?.is_researcher || user?.builds ? (
        <Tabs
          value={tab}
          onChange={(next) =>
            setSearch(next === 'studies' ? { tab: 'studies' } : {}, { replace: true })
          }
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="own">{t('tab.own')}</Tabs.Tab>
            <Tabs.Tab value="studies">{t('tab.studies')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="own">
            <Own />
          </Tabs.Panel>
          <Tabs.Panel value="studies">
            <OfStudies />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <Own />
      )}
    </Page>
  );
}

function Own() {
  const { t } = useTranslation('messages');
  const list = useInfiniteQuery(pagedQuery<ParticipantConversation>(listParticipantConversations));
  return (
    <PagedConversationList
      list={list}
      lines={itemsOfPages(list.data).map(lineOfOwn)}
      side="participant"
      empty={
        <EmptyState
          icon={IconMessages}
          title={t('empty.own')}
          text={t('empty.own_text')}
          action={<LinkButton to="/history/participation">{t('empty.to_history')}</LinkButton>}
        />
      }
    />
  );
}

function OfStudies() {
  const { t } = useTranslation('messages');
  const list = useInfiniteQuery(pagedQuery<StudyConversation>(listStudyConversations));
  return (
    <PagedConversationList
      list={list}
      lines={itemsOfPages(list.data).map(lineOfStudy)}
      side="researcher"
      empty={
        <EmptyState
          icon={IconMessages}
          title={t('empty.studies')}
          text={t('empty.studies_text')}
          action={<LinkButton to="/sessions/dashboard">{t('empty.to_sessions')}</LinkButton>}
        />
      }
    />
  );
}
