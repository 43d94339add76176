import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '../../ui/icons/key';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listApiTokens } from '../../../../contracts/api-tokens/api-tokens';
import { query } from '../../lib/http/api';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingCards } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { TokenCard } from './token-card';
import { TokenForm } from './token-form';

/**
 * /api-tokens: the tokens with which a researcher's own programs call the API
 * (docs/decisions/api-tokens-and-webhooks.md).
 */
export function ApiTokensPage() {
  const { t } = useTranslation('api-tokens');
  const client = useQueryClient();
  const [adding, form] = useDisclosure();
  const [made, setMade] = useState<{ _id: string; token: string } | null>(null);
  const { data, error, isPending, refetch } = useQuery(query(listApiTokens));
  const tokens = data?.items ?? [];
  const open = (
    <Button leftSection={<IconKey size={18} aria-hidden />} onClick={form.open}>
      {t('new.open')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      size="md"
      actions={tokens.length > 0 && !adding ? open : undefined}
    >
      {adding && (
        <TokenForm
          onCancel={form.close}
          onMade={({ _id, token }) => {
            setMade({ _id, token });
            form.close();
            void client.invalidateQueries({ queryKey: [listApiTokens.path] });
          }}
        />
      )}
      {error && !data && (
        <ErrorNotice error={error} title={t('failed')} onRetry={() => void refetch()} />
      )}
      {isPending && <LoadingCards count={2} height={140} />}
      {data && tokens.length === 0 && !adding && (
        <EmptyState icon={IconKey} title={t('empty')} text={t('empty_text')} action={open} />
      )}
      {tokens.length > 0 && (
        <>
          <Stack
            component="ul"
            gap="md"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
            aria-label={t('list')}
          >
            {tokens.map((token) => (
              <TokenCard
                key={token._id}
                token={token}
                secret={made?._id === token._id ? made.token : null}
              />
            ))}
          </Stack>
          <Text size="sm" c="dimmed">
            {t('note')}
          </Text>
        </>
      )}
    </Page>
  );
}
