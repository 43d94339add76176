import { Alert, Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStudy } from '../../../../contracts/studies/studies';
import {
  changeWebhook,
  deleteWebhook,
  listWebhookMessages,
  listWebhooks,
  renewWebhookSecret,
  testWebhook,
  type Webhook,
} from '../../../../contracts/webhooks/webhooks';
import { mutation, query } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { TimeText } from '../../ui/when';
import { NewSecret } from './new-secret';
import { ChangeWebhookForm } from './webhook-form';
import { WebhookLog } from './webhook-log';

const colors = { active: 'teal', paused: 'gray', disabled: 'red' } as const;

/**
 * Shows the title of the webhook's study. It shows a general text until the title has loaded, or if
 * the person may no longer read the study.
 */
function StudyOf({ id }: { id: string }) {
  const { t } = useTranslation('webhooks');
  const { data } = useQuery(query(readStudy, { params: { id }, query: {} }));
  return data ? t('study_named', { title: data.title }) : t('one_study');
}

function Facts({ hook }: { hook: Webhook }) {
  const { t } = useTranslation('webhooks');
  return (
    <>
      <Text size="sm" c="dimmed">
        {hook.kinds.map((kind) => t(`kind.${kind}`)).join(' · ')} ·{' '}
        {hook.study_id === null ? t('all_studies') : <StudyOf id={hook.study_id} />}
      </Text>
      {hook.former_secret_until && (
        <Text size="sm" c="dimmed">
          {t('secret.former_until')} <TimeText at={hook.former_secret_until} relative />
        </Text>
      )}
      {hook.state === 'disabled' && <Alert color="red">{t('state_text.disabled')}</Alert>}
      {hook.state === 'active' && hook.failing_since && (
        <Alert color="yellow">
          {t('state_text.failing')} <TimeText at={hook.failing_since} relative />
        </Alert>
      )}
    </>
  );
}

/** One webhook, with its buttons and its log. */
export function WebhookCard({ hook, secret: first }: { hook: Webhook; secret: string | null }) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const [secret, setSecret] = useState(first);
  const [showsLog, log] = useDisclosure();
  const [renewing, renewal] = useDisclosure();
  const [deleting, deletion] = useDisclosure();
  const [editing, edit] = useDisclosure();
  const refresh = () => client.invalidateQueries({ queryKey: [listWebhooks.path] });
  const params = { id: hook._id };
  const change = useMutation({ ...mutation(changeWebhook), onSuccess: refresh });
  const test = useMutation({
    ...mutation(testWebhook),
    onSuccess: () => {
      log.open();
      showMessage(t('test_sent'), { type: 'success' });
      return client.invalidateQueries({ queryKey: [listWebhookMessages.path] });
    },
  });
  const renew = useMutation({
    ...mutation(renewWebhookSecret),
    onSuccess: (made) => {
      setSecret(made.secret);
      renewal.close();
      return refresh();
    },
  });
  const remove = useMutation({
    ...mutation(deleteWebhook),
    onSuccess: () => {
      deletion.close();
      showMessage(t('deleted'), { type: 'success' });
      return refresh();
    },
  });
  const next = hook.state === 'active' ? 'paused' : 'active';
  return (
    <Card component="li" aria-label={hook.url}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {hook.url}
          </Text>
          <Badge color={colors[hook.state]} variant="light">
            {t(`state.${hook.state}`)}
          </Badge>
        </Group>
        <Facts hook={hook} />
        {secret && <NewSecret secret={secret} />}
        {editing && (
          <ChangeWebhookForm
            hook={hook}
            onCancel={edit.close}
            onChanged={() => {
              edit.close();
              showMessage(t('edit.saved'), { type: 'success' });
              void refresh();
            }}
          />
        )}
        <ErrorNotice error={change.error ?? test.error} />
        <Group gap="sm">
          <Button
            variant="default"
            loading={test.isPending}
            onClick={() => test.mutate({ params })}
          >
            {t('action.test')}
          </Button>
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ params, body: { state: next } })}
          >
            {t(next === 'paused' ? 'action.pause' : 'action.resume')}
          </Button>
          {!editing && (
            <Button variant="default" onClick={edit.open}>
              {t('action.edit')}
            </Button>
          )}
          <Button variant="default" onClick={renewal.open}>
            {t('action.renew')}
          </Button>
          <Button variant="default" onClick={deletion.open}>
            {t('action.delete')}
          </Button>
          <Button variant="subtle" aria-expanded={showsLog} onClick={log.toggle}>
            {t(showsLog ? 'action.hide_log' : 'action.log')}
          </Button>
        </Group>
        {showsLog && <WebhookLog hook={hook} />}
      </Stack>
      <ConfirmDialog
        opened={renewing}
        onClose={renewal.close}
        onConfirm={() => renew.mutate({ params })}
        busy={renew.isPending}
        title={t('renew_title')}
        confirm={t('action.renew')}
        notice={<ErrorNotice error={renew.error} />}
      >
        <Stack gap="sm">
          <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {hook.url}
          </Text>
          <Text>{t('renew_text')}</Text>
        </Stack>
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={deleting}
        onClose={deletion.close}
        onConfirm={() => remove.mutate({ params })}
        busy={remove.isPending}
        title={t('delete_title')}
        confirm={t('action.delete')}
        notice={<ErrorNotice error={remove.error} />}
      >
        <Stack gap="sm">
          <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {hook.url}
          </Text>
          <Text>{t('delete_text')}</Text>
        </Stack>
      </ConfirmDialog>
    </Card>
  );
}
