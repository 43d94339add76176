import { Button, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye } from '../../ui/icons/eye';
import { IconMessages } from '../../ui/icons/messages';
import { IconSpeakerphone } from '../../ui/icons/speakerphone';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import {
  listBroadcasts,
  listConversations,
  type Broadcast,
  type Conversation,
} from '../../../../contracts/messages/messages';
import { readSession } from '../../../../contracts/enrolment/sessions';
import { sessionName } from '../../domain/sessions/session-name';
import { formatDate } from '../../lib/intl/format';
import { query } from '../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { AppLink } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { emptyLeadPlaceholder, Page } from '../../ui/page';
import { BroadcastForm } from './broadcast-form';
import { noonOfDay } from './conversation-list';
import { PagedConversationList } from './conversation-lines';
import classes from './messages.module.css';
import { mayManageStudy } from '../../domain/collaborators/role.rule';

/** The time between two requests for the progress of a broadcast, in milliseconds. */
const progressMs = 2_000;

/** /sessions/{id}/messages: the conversations of a session, and broadcasts to its participants. */
export function SessionMessagesPage() {
  const { t } = useTranslation('messages');
  const { t: words } = useTranslation('sessions');
  const { id = '' } = useParams();
  const client = useQueryClient();
  const [writing, form] = useDisclosure();
  const session = useQuery(query(readSession, { params: { id } }));
  const list = useInfiniteQuery(pagedQuery<Conversation>(listConversations, { params: { id } }));
  const sent = useInfiniteQuery({
    ...pagedQuery<Broadcast>(listBroadcasts, { params: { id } }),
    refetchInterval: ({ state }) =>
      itemsOfPages(state.data).some(({ done }) => !done) ? progressMs : false,
  });
  const broadcasts = itemsOfPages(sent.data);
  // The session and the list of conversations are shown together. If the session came later, its
  // introduction and its button at the top would move the list.
  const isHere = !session.isPending && !list.isPending;
  const isViewer = session.data !== undefined && !mayManageStudy(session.data.role);
  return (
    <Page
      title={t('session.title')}
      size="md"
      lead={
        isHere && session.data ? (
          <span className={classes.lead}>
            <AppLink to={`/sessions/${id}`} inherit>
              {session.data.study_title} · {sessionName(words, session.data)}
            </AppLink>
          </span>
        ) : (
          emptyLeadPlaceholder
        )
      }
      actions={
        isHere &&
        session.data &&
        !isViewer &&
        !writing && (
          <Button leftSection={<IconSpeakerphone size={18} aria-hidden />} onClick={form.open}>
            {t('many.open')}
          </Button>
        )
      }
    >
      {session.error && (
        <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />
      )}
      {writing && session.data && (
        <BroadcastForm
          session={session.data}
          onCancel={form.close}
          onSent={() => {
            form.close();
            void client.invalidateQueries({ queryKey: [listBroadcasts.path] });
          }}
        />
      )}
      {isViewer ? (
        <EmptyState icon={IconEye} title={t('viewer.title')} text={t('viewer.text')} />
      ) : (
        <PagedConversationList
          list={{ ...list, isPending: !isHere }}
          lines={itemsOfPages(list.data).map((one) => ({
            ...one,
            key: one.tag,
            to: `/sessions/${id}/messages/${one.entry}`,
            title: '',
          }))}
          side="researcher"
          empty={
            <EmptyState
              icon={IconMessages}
              title={t('empty.session')}
              text={t('empty.session_text')}
              action={<AppLink to={`/sessions/${id}`}>{t('empty.to_session')}</AppLink>}
            />
          }
        />
      )}
      {broadcasts.length > 0 && (
        <Stack gap="sm" component="section" aria-labelledby="to-many">
          <Title order={2} size="h3" id="to-many">
            {t('many.sent')}
          </Title>
          <ul className={classes.list}>
            {broadcasts.map((one) => (
              <li key={one._id} className={classes.line}>
                <span />
                <Text lineClamp={3} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                  {one.text}
                </Text>
                <Text size="sm" c="dimmed" className={classes.day}>
                  {formatDate(noonOfDay(one.day))}
                </Text>
                <Text size="sm" c="dimmed" className={classes.about} role="status">
                  {t(one.done ? 'many.reached' : 'many.underway', { count: one.sent })}
                </Text>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Page>
  );
}
