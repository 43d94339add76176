import { Button, Card, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createWebhook, type WebhookKind, webhookKinds } from '../../../../contracts/webhooks';
import type { Result } from '../../../../contracts/base/endpoint';
import { ApiError, mutation } from '../../lib/http/api';
import { fieldText } from '../../lib/form';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';

interface Props {
  onCreated: (made: Result<typeof createWebhook>) => void;
  onCancel: () => void;
}

/** The address of a new webhook, and what it hears of. */
export function WebhookForm({ onCreated, onCancel }: Props) {
  const { t } = useTranslation('webhooks');
  const { t: common } = useTranslation('common');
  const [url, setUrl] = useState('');
  const [kinds, setKinds] = useState<WebhookKind[]>(['study.changed', 'session.changed']);
  const create = useMutation({ ...mutation(createWebhook), onSuccess: onCreated });
  const wrong = (path: string) =>
    create.error instanceof ApiError
      ? fieldText(common, create.error.fields.find((field) => field.path === path)?.code)
      : undefined;
  return (
    <Card component="section" aria-label={t('new.open')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ body: { url: url.trim(), kinds } });
        }}
      >
        <Stack gap="md">
          <TextInput
            type="url"
            required
            data-autofocus
            label={t('new.url')}
            description={t('new.url_hint')}
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            error={wrong('url')}
          />
          <Checkbox.Group
            label={t('new.kinds')}
            description={t('kind_hint')}
            value={kinds}
            onChange={(chosen) => setKinds(webhookKinds.filter((kind) => chosen.includes(kind)))}
            error={wrong('kinds')}
          >
            <Stack gap="xs" mt="xs">
              {webhookKinds.map((kind) => (
                <Checkbox key={kind} value={kind} label={t(`kind.${kind}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          {!wrong('url') && !wrong('kinds') && <ErrorNotice error={create.error} />}
          <Group gap="sm">
            <Button type="submit" loading={create.isPending}>
              {t('new.create')}
            </Button>
            <Button variant="default" onClick={onCancel}>
              {common('action.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
