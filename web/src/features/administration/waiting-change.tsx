import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  decideSamlTrust,
  listSamlConnections,
  type SamlConnection,
} from '../../../../contracts/saml';
import { mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { useUser } from '../../lib/user';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { When } from '../../ui/when';
import { Certificates } from './certificates';

/** What waits before it is in force, who asked, and the two ways to decide it. */
export function WaitingChange({
  connection: { _id: id, organization },
  waiting,
}: {
  connection: SamlConnection;
  waiting: NonNullable<SamlConnection['waiting']>;
}) {
  const { t } = useTranslation('administration');
  const client = useQueryClient();
  const { user } = useUser();
  const isOwn = user?._id === waiting.asked_by;
  /** What was read before the dialog opened: what waits may be another change by then. */
  const [read, setRead] = useState<string | null>(null);
  const decide = useMutation({
    ...mutation(decideSamlTrust),
    onSuccess: (_, { body }) => {
      setRead(null);
      const done = body.action === 'approve' ? 'approved' : 'withdrawn';
      showMessage(t(`sso.waiting.${done}`, { organization }), { type: 'success' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listSamlConnections.path] }),
  });

  return (
    <Alert
      color="orange"
      icon={<IconHourglass aria-hidden />}
      role="note"
      title={t(waiting.provider ? 'sso.waiting.title_provider' : 'sso.waiting.title_enable')}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t('sso.waiting.text', { who: waiting.asked_by_name ?? t('sso.waiting.nobody') })}{' '}
          <When at={waiting.in_force_at} relative />. {t('sso.waiting.until_then')}
        </Text>
        {waiting.provider && (
          <>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {waiting.provider.entity_id}
              <br />
              {waiting.provider.sso_url}
            </Text>
            <Certificates certificates={waiting.provider.certificates} />
          </>
        )}
        {isOwn && <Text size="sm">{t('sso.waiting.own')}</Text>}
        {read === null && <ErrorNotice error={decide.error} />}
        <Group gap="sm">
          {!isOwn && (
            <Button
              variant="light"
              onClick={() => setRead(waiting.asked_at)}
              disabled={decide.isPending}
            >
              {t('sso.waiting.approve')}
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => decide.mutate({ params: { id }, body: { action: 'withdraw' } })}
            loading={decide.isPending}
          >
            {t('sso.waiting.withdraw')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={read !== null}
        onClose={() => setRead(null)}
        onConfirm={() => {
          if (read !== null)
            decide.mutate({ params: { id }, body: { action: 'approve', asked_at: read } });
        }}
        busy={decide.isPending}
        title={t('sso.waiting.approve_title')}
        confirm={t('sso.waiting.approve')}
        notice={<ErrorNotice error={decide.error} />}
      >
        {t('sso.waiting.approve_text', { organization })}
      </ConfirmDialog>
    </Alert>
  );
}
