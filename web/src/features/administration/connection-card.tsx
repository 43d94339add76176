import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCircleCheck } from '../../ui/icons/circle-check';
import { IconPlayerPause } from '../../ui/icons/player-pause';
import { IconTrash } from '../../ui/icons/trash';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeSamlConnection,
  deleteSamlConnection,
  listSamlConnections,
  type SamlConnection,
  testSamlConnection,
} from '../../../../contracts/authentication/saml';
import { mutation } from '../../lib/http/api';
import { showMessage } from '../../lib/ui.store';
import { useMutation } from '../../lib/http/use-mutation';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { Certificates } from './certificates';
import { PendingSsoChange } from './waiting-change';
import { SsoConnectionFaults } from './connection-faults';
import { SsoTestResult } from './connection-test';
import classes from './facts.module.css';

interface Props {
  connection: SamlConnection;
  /**
   * Which settings were tested a moment ago: those in force, or those of the change that waits for
   * approval.
   */
  justTested: 'force' | 'waiting' | null;
  onEdit: () => void;
}

/**
 * Writes the domains as text. A domain in a non-Latin script is followed by its ASCII form, which
 * distinguishes letters that look the same.
 */
const domainsInWords = (domains: readonly string[], shown: readonly string[]) =>
  domains
    .map((one, at) =>
      shown[at] === undefined || shown[at] === one ? one : `${shown[at]} (${one})`,
    )
    .join(', ');

/** Shows an organization's connection, and buttons to test, enable and check it. */
export function SsoConnectionCard({ connection, justTested, onEdit }: Props) {
  const { t } = useTranslation(['administration', 'common']);
  const client = useQueryClient();
  const [asking, ask] = useDisclosure();
  const [disabling, disable] = useDisclosure();
  const {
    _id: id,
    organization,
    domains,
    domains_shown,
    entity_id,
    sso_url,
    certificates,
    enabled,
    last_test,
  } = connection;
  const refresh = () => client.invalidateQueries({ queryKey: [listSamlConnections.path] });
  const test = useMutation({
    ...mutation(testSamlConnection),
    onSuccess: ({ redirect_url }) => location.assign(redirect_url),
  });
  const change = useMutation({
    ...mutation(changeSamlConnection),
    onSuccess: (changed) => {
      disable.close();
      const done = enabled ? 'disabled_done' : changed.enabled ? 'enabled_done' : 'enabling_waits';
      showMessage(t(`sso.${done}`, { organization }), { type: 'success' });
    },
    onSettled: refresh,
  });
  const remove = useMutation({
    ...mutation(deleteSamlConnection),
    onSuccess: () => {
      ask.close();
      showMessage(t('sso.deleted', { organization }), { type: 'success' });
    },
    onSettled: refresh,
  });
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (justTested) card.current?.scrollIntoView({ block: 'center' });
  }, [justTested]);
  const tested = last_test?.ok === true;
  const othersWait = connection.waiting?.provider != null;
  const turn = () => change.mutate({ params: { id }, body: { enabled: !enabled } });
  return (
    <Card component="article" aria-label={organization} ref={card}>
      <Stack gap="md">
        <Group justify="space-between" gap="xs" align="flex-start">
          <Title order={2} size="h3">
            {organization}
          </Title>
          {enabled ? (
            <Badge
              color="teal"
              leftSection={<IconCircleCheck size={12} stroke={2.2} aria-hidden />}
            >
              {t('sso.enabled')}
            </Badge>
          ) : (
            <Badge
              color="gray"
              leftSection={<IconPlayerPause size={12} stroke={2.2} aria-hidden />}
            >
              {t('sso.disabled')}
            </Badge>
          )}
        </Group>
        <dl className={classes.facts}>
          <dt>{t('sso.domains')}</dt>
          <dd>{domainsInWords(domains, domains_shown)}</dd>
          <dt>{t('sso.entity_id')}</dt>
          <dd>{entity_id}</dd>
          <dt>{t('sso.sso_url')}</dt>
          <dd>{sso_url}</dd>
          <dt>{t('sso.certificates')}</dt>
          <dd>
            <Certificates certificates={certificates} />
          </dd>
          <SsoConnectionFaults faults={connection.faults} />
          {justTested !== 'force' && (
            <>
              <dt>{t('sso.last_test')}</dt>
              <dd>
                <SsoTestResult test={last_test} of="force" othersWait={othersWait} />
              </dd>
            </>
          )}
        </dl>
        {connection.waiting && (
          <PendingSsoChange
            connection={connection}
            waiting={connection.waiting}
            justTested={justTested === 'waiting'}
          />
        )}
        {justTested === 'force' && (
          <SsoTestResult test={last_test} of="force" othersWait={othersWait} just />
        )}
        {!enabled && !tested && <Text size="sm">{t('sso.test_first')}</Text>}
        <ErrorNotice error={test.error ?? (disabling ? null : change.error)} />
        <Group gap="sm">
          <Button
            variant={tested ? 'default' : 'light'}
            onClick={() => test.mutate({ params: { id }, query: {} })}
            loading={test.isPending}
          >
            {t('sso.try')}
          </Button>
          <Button
            variant={!enabled && tested ? 'light' : 'default'}
            onClick={enabled ? disable.open : turn}
            loading={change.isPending}
          >
            {t(enabled ? 'sso.disable' : 'sso.enable')}
          </Button>
          <Button variant="default" onClick={onEdit}>
            {t('sso.edit')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            c="var(--mantine-color-error)"
            px="xs"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={ask.open}
          >
            {t('sso.delete')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        danger
        opened={disabling}
        onClose={disable.close}
        onConfirm={turn}
        busy={change.isPending}
        title={t('sso.disable_title', { organization })}
        confirm={t('sso.disable')}
        notice={<ErrorNotice error={change.error} />}
      >
        {t('sso.disable_text')}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={asking}
        onClose={ask.close}
        onConfirm={() => remove.mutate({ params: { id } })}
        busy={remove.isPending}
        title={t('sso.delete_title', { organization })}
        confirm={t('sso.delete')}
        notice={<ErrorNotice error={remove.error} />}
      >
        {t('sso.delete_text', { domains: domainsInWords(domains, domains_shown) })}
      </ConfirmDialog>
    </Card>
  );
}
