import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconWebhook } from '../../ui/icons/webhook';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listWebhooks } from '../../../../contracts/webhooks/webhooks';
import { query } from '../../lib/http/api';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { WebhookCard } from './webhook-card';
import { NewWebhookForm } from './webhook-form';

/**
 * /webhooks: the webhooks that send events to a researcher's own servers
 * (docs/decisions/api-tokens-and-webhooks.md).
 */
export function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const [adding, form] = useDisclosure();
  const [made, setMade] = useState<{ _id: string; secret: string } | null>(null);
  const { data, error, isPending, refetch } = useQuery(query(listWebhooks));
  const hooks = data?.items ?? [];
  const open = (
    <Button leftSection={<IconWebhook size={18} aria-hidden />} onClick={form.open}>
      {t('new.open')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      size="md"
      actions={hooks.length > 0 && !adding ? open : undefined}
    >
      {adding && (
        <NewWebhookForm
          onCancel={form.close}
          onCreated={({ _id, secret }) => {
            setMade({ _id, secret });
            form.close();
            void client.invalidateQueries({ queryKey: [listWebhooks.path] });
          }}
        />
      )}
      {error && !data && (
        <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />
      )}
      {isPending && <LoadingCards count={2} height={140} />}
      {data && hooks.length === 0 && !adding && (
        <EmptyState icon={IconWebhook} title={t('empty')} text={t('empty_text')} action={open} />
      )}
      {hooks.length > 0 && (
        <Stack
          component="ul"
          gap="md"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={t('list')}
        >
          {hooks.map((hook) => (
            <WebhookCard
              key={hook._id}
              hook={hook}
              secret={made?._id === hook._id ? made.secret : null}
            />
          ))}
        </Stack>
      )}
    </Page>
  );
}
