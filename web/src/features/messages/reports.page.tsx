import { Badge, Blockquote, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconFlag } from '../../ui/icons/flag';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  decideMessageReport,
  listMessageReports,
  type MessageReport,
} from '../../../../contracts/messages/message-reports';
import { formatDate } from '../../lib/intl/format';
import { mutation } from '../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { AppLink } from '../../ui/app-link';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { noonOfDay } from './conversation-list';
import { ShowMore } from '../../ui/show-more';

/** /admin/messages: reported messages, each without its conversation. */
export function ReportedMessagesPage() {
  const { t } = useTranslation('messages');
  const list = useInfiniteQuery(pagedQuery<MessageReport>(listMessageReports));
  const reports = itemsOfPages(list.data);
  return (
    <Page title={t('reports.title')} lead={t('reports.lead')} size="md">
      {list.error && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <LoadingCards count={2} height={160} />}
      {list.data && reports.length === 0 && (
        <EmptyState icon={IconFlag} title={t('reports.empty')} text={t('reports.empty_text')} />
      )}
      <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {reports.map((report) => (
          <Report key={report._id} report={report} />
        ))}
      </Stack>
      <ShowMore list={list} label={t('reports.more')} />
    </Page>
  );
}

const colors = { open: 'yellow', dismissed: 'gray', removed: 'teal' } as const;

function Report({ report }: { report: MessageReport }) {
  const { t } = useTranslation('messages');
  const client = useQueryClient();
  const [removing, setRemoving] = useState(false);
  const decide = useMutation({
    ...mutation(decideMessageReport),
    onSuccess: async ({ state }) => {
      setRemoving(false);
      showMessage(t(state === 'removed' ? 'reports.removed' : 'reports.dismissed'), {
        type: 'success',
      });
      await client.invalidateQueries({ queryKey: [listMessageReports.path] });
    },
  });
  const say = (decision: 'dismissed' | 'removed') =>
    decide.mutate({ params: { id: report._id }, body: { decision } });
  return (
    <Card component="li">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" align="flex-start">
          <Title order={2} size="h4" flex="1 1 14rem">
            {t(`reports.by_${report.reported_by}`)}
          </Title>
          <Badge variant="light" color={colors[report.state]}>
            {t(`reports.state.${report.state}`)}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          <AppLink to={`/study/details/${report.study_id}`} inherit>
            {report.study_title}
          </AppLink>{' '}
          · {formatDate(noonOfDay(report.day))}
        </Text>
        <Blockquote
          p="sm"
          color="gray"
          style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        >
          {report.text === '' ? t('talk.removed') : report.text}
        </Blockquote>
        <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          <Text span inherit fw={600}>
            {t('reports.reason')}
          </Text>{' '}
          {report.reason}
        </Text>
        {!removing && <ErrorNotice error={decide.error} />}
        {report.state === 'open' && (
          <Group gap="sm">
            <Button color="red" variant="light" onClick={() => setRemoving(true)}>
              {t('reports.remove')}
            </Button>
            <Button variant="default" loading={decide.isPending} onClick={() => say('dismissed')}>
              {t('reports.dismiss')}
            </Button>
          </Group>
        )}
      </Stack>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        onConfirm={() => say('removed')}
        title={t('reports.remove_title')}
        confirm={t('reports.remove')}
        danger
        busy={decide.isPending}
        notice={<ErrorNotice error={decide.error} />}
      >
        {t('reports.remove_text')}
      </ConfirmDialog>
    </Card>
  );
}
