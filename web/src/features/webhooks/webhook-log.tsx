import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { webhooksLimits } from '../../../../contracts/webhooks/limits';
import {
  listWebhookMessages,
  redeliverWebhookMessage,
  type Webhook,
  type WebhookAttempt,
  type WebhookMessage,
} from '../../../../contracts/webhooks/webhooks';
import { formatDateTime } from '../../lib/intl/format';
import { mutation } from '../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { VerbatimText } from './verbatim';
import { ShowMore } from '../../ui/show-more';

const colors = { waiting: 'gray', delivered: 'teal', failed: 'red' } as const;

function Attempt({ at, status, problem, answer, duration_ms }: WebhookAttempt) {
  const { t } = useTranslation('webhooks');
  return (
    <li>
      <Text size="sm" span>
        <time dateTime={at}>{formatDateTime(at)}</time> ·{' '}
        {problem === null ? t('log.status', { status }) : t(`log.problem.${problem}`, { status })} ·{' '}
        {t('log.duration', { ms: duration_ms })}
      </Text>
      {answer && <VerbatimText label={t('log.answer')}>{answer}</VerbatimText>}
    </li>
  );
}

function Message({ hook, message }: { hook: Webhook; message: WebhookMessage }) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const again = useMutation({
    ...mutation(redeliverWebhookMessage),
    onSuccess: () => {
      showMessage(t('log.asked'), { type: 'success' });
      return client.invalidateQueries({ queryKey: [listWebhookMessages.path] });
    },
  });
  return (
    <Card component="li" padding="sm" withBorder>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{t(`kind.${message.kind}`)}</Text>
          <Badge color={colors[message.state]} variant="light">
            {t(`log.state.${message.state}`)}
          </Badge>
        </Group>
        {message.next_at && message.attempts.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('log.next')}:{' '}
            <time dateTime={message.next_at}>{formatDateTime(message.next_at)}</time>
          </Text>
        )}
        <VerbatimText label={t('log.body')}>{message.body}</VerbatimText>
        <Stack component="ul" gap={6} m={0} pl="md">
          {message.attempts.map((attempt) => (
            <Attempt key={attempt.at} {...attempt} />
          ))}
        </Stack>
        <ErrorNotice error={again.error} />
        {message.state !== 'waiting' && (
          <div>
            <Button
              variant="default"
              loading={again.isPending}
              onClick={() => again.mutate({ params: { id: hook._id, message: message._id } })}
            >
              {t('log.again')}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}

/** The deliveries of a webhook: what was sent, and what the receiving server answered. */
export function WebhookLog({ hook }: { hook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      ...pagedQuery<WebhookMessage>(listWebhookMessages, { params: { id: hook._id } }),
      // While a delivery is under way, the log is refetched more often, since the result comes
      // soon.
      refetchInterval: ({ state }) =>
        itemsOfPages(state.data).some((one) => one.state === 'waiting') ? 2_000 : 15_000,
    });
  const messages = itemsOfPages(data);
  return (
    <Stack component="section" gap="sm" aria-label={t('log.title')}>
      <Title order={3} size="h4">
        {t('log.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('log.kept', { count: webhooksLimits.webhookLogDays })}
      </Text>
      {error && !data && (
        <ErrorNotice error={error} title={t('log.failed')} onRetry={() => void refetch()} />
      )}
      {isPending && <LoadingRows count={2} height={72} />}
      {data && messages.length === 0 && <Text>{t('log.empty')}</Text>}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {messages.map((message) => (
          <Message key={message._id} hook={hook} message={message} />
        ))}
      </Stack>
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} label={t('log.more')} />
    </Stack>
  );
}
