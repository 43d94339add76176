import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconHourglass } from '../../ui/icons/hourglass';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  decideSamlConnectionChange,
  listSamlConnections,
  testSamlConnection,
  type SamlChange,
  type SamlConnection,
} from '../../../../contracts/authentication/saml';
import { mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { useUser } from '../../lib/auth/user';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { TimeText } from '../../ui/when';
import { SamlChangeList } from './change-list';
import { SsoTestResult } from './connection-test';

/** Returns the headline of a change: the name of the only changed field, or `several`. */
const headlineOf = ([one, ...more]: readonly SamlChange[]) =>
  !one || more.length > 0 || one.field === 'domains' || one.field === 'organization'
    ? 'several'
    : one.field;

/** Shows, for each changed field, a sentence about what the change allows other people to do. */
function WhatItMeans({
  changes,
  organization,
}: {
  changes: readonly SamlChange[];
  organization: string;
}) {
  const { t } = useTranslation('administration');
  return changes.map(({ field }) =>
    field === 'domains' || field === 'organization' ? null : (
      <Text size="sm" key={field}>
        {t(`sso.waiting.ask.${field}`, { organization })}
      </Text>
    ),
  );
}

/** Shows a change that waits for approval: who requested it, and buttons to decide on it. */
export function PendingSsoChange({
  connection: { _id: id, organization },
  waiting,
  justTested,
}: {
  connection: SamlConnection;
  waiting: NonNullable<SamlConnection['waiting']>;
  justTested: boolean;
}) {
  const { t } = useTranslation('administration');
  const client = useQueryClient();
  const { user } = useUser();
  const isOwn = user?._id === waiting.asked_by;
  /**
   * The request time of the change that the administrator read before the dialog opened. Meanwhile,
   * a different change may have replaced it.
   */
  const [read, setRead] = useState<string | null>(null);
  const decide = useMutation({
    ...mutation(decideSamlConnectionChange),
    onSuccess: (_, { body }) => {
      setRead(null);
      const done = body.action === 'approve' ? 'approved' : 'withdrawn';
      showMessage(t(`sso.waiting.${done}`, { organization }), { type: 'success' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listSamlConnections.path] }),
  });

  const test = useMutation({
    ...mutation(testSamlConnection),
    onSuccess: ({ redirect_url }) => location.assign(redirect_url),
  });
  const { changes } = waiting;

  return (
    <Alert
      color="orange"
      icon={<IconHourglass aria-hidden />}
      role="note"
      title={t(`sso.waiting.title.${headlineOf(changes)}`)}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t('sso.waiting.text', { who: waiting.asked_by_name ?? t('sso.waiting.nobody') })}{' '}
          <TimeText at={waiting.in_force_at} relative />. {t('sso.waiting.until_then')}
        </Text>
        <section aria-label={t('sso.waiting.changes')}>
          <SamlChangeList changes={changes} />
        </section>
        <Text size="sm">
          {waiting.enables && t('sso.waiting.enables')} {t('sso.waiting.nothing_else')}
        </Text>
        {waiting.provider && (
          <SsoTestResult test={waiting.last_test} of="waiting" just={justTested} />
        )}
        {isOwn && <Text size="sm">{t('sso.waiting.own')}</Text>}
        {read === null && <ErrorNotice error={test.error ?? decide.error} />}
        <Group gap="sm">
          {waiting.provider && (
            <Button
              variant="light"
              onClick={() => test.mutate({ params: { id }, query: { waiting: 'true' } })}
              loading={test.isPending}
            >
              {t('sso.waiting.try')}
            </Button>
          )}
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
        size="lg"
        title={t('sso.waiting.approve_title', { organization })}
        confirm={t('sso.waiting.approve')}
        notice={<ErrorNotice error={decide.error} />}
      >
        <Stack gap="xs">
          <SamlChangeList changes={changes} />
          <WhatItMeans changes={changes} organization={organization} />
          <Text size="sm">{t('sso.waiting.compare')}</Text>
          <Text size="sm">{t('sso.waiting.signed_out')}</Text>
          {waiting.provider && <SsoTestResult test={waiting.last_test} of="waiting" />}
        </Stack>
      </ConfirmDialog>
    </Alert>
  );
}
