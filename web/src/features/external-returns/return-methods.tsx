import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  readExternalReturns,
  renewExternalSecret,
  returnByServer,
  returnOutcomes,
  type ExternalReturns,
} from '../../../../contracts/external-returns/external-returns';
import { mutation } from '../../lib/http/api';
import { config } from '../../lib/http/config';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { onDemand } from '../../ui/on-demand';
import { ValueToCopy } from '../../ui/value-to-copy';

const ConfirmDialog = onDemand(
  async () => (await import('../../ui/feedback/confirm.dialog')).ConfirmDialog,
);

function Value({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation('external-returns');
  return (
    <ValueToCopy
      name={name}
      value={value}
      copy={t('back.copy', { name })}
      copied={t('back.copied', { name })}
    />
  );
}

/**
 * Shows the three ways in which an external study can return its participants, and what the study
 * needs for each way.
 */
export function ReturnMethods({ session, proofs }: { session: string; proofs: ExternalReturns }) {
  const { t } = useTranslation('external-returns');
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const renew = useMutation({
    ...mutation(renewExternalSecret),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [readExternalReturns.path] });
      setAsking(false);
      showMessage(t('back.renewed'), { type: 'success' });
    },
  });
  const { secret, token, codes } = proofs;
  const address =
    `${location.origin}/external/return?session=${session}` +
    '&participant=PARTICIPANT&outcome=OUTCOME&signature=SIGNATURE';
  const sign = `printf '%s' "${session}.PARTICIPANT.OUTCOME" | openssl dgst -sha256 -hmac "SECRET"`;
  const body = `{"session": "${session}", "participant": "PARTICIPANT", "outcome": "OUTCOME", "token": "TOKEN"}`;
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Title order={2} size="h3">
          {t('back.title')}
        </Title>
        <Text className="measure">{t('back.text')}</Text>
        <Text size="sm" c="dimmed" className="measure">
          {t('back.outcomes')}
        </Text>
      </Stack>
      <Card component="section" aria-labelledby="back-code">
        <Stack gap="sm">
          <Title order={3} size="h4" id="back-code">
            {t('back.code')}
          </Title>
          <Text size="sm">{t('back.code_text')}</Text>
          <Group gap="lg">
            {returnOutcomes.map((outcome) => (
              <Value key={outcome} name={t(`outcome.${outcome}`)} value={codes[outcome]} />
            ))}
          </Group>
        </Stack>
      </Card>
      <Card component="section" aria-labelledby="back-redirect">
        <Stack gap="sm">
          <Title order={3} size="h4" id="back-redirect">
            {t('back.redirect')}
          </Title>
          <Text size="sm">{t('back.redirect_text')}</Text>
          <Value name={t('back.address')} value={address} />
          <Value name={t('back.sign')} value={sign} />
          <Value name={t('back.secret')} value={secret} />
        </Stack>
      </Card>
      <Card component="section" aria-labelledby="back-server">
        <Stack gap="sm">
          <Title order={3} size="h4" id="back-server">
            {t('back.server')}
          </Title>
          <Text size="sm">{t('back.server_text')}</Text>
          <Value
            name={t('back.address')}
            value={`POST ${config.apiUrl || location.origin}${returnByServer.path}`}
          />
          <Value name={t('back.body')} value={body} />
          <Value name={t('back.token')} value={token} />
        </Stack>
      </Card>
      <Group>
        <Button
          variant="default"
          onClick={() => setAsking(true)}
          h="auto"
          mih={44}
          py={8}
          styles={{ label: { whiteSpace: 'normal' } }}
        >
          {t('back.renew')}
        </Button>
      </Group>
      {asking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(false)}
          onConfirm={() => renew.mutate({ params: { id: session }, body: { renew_secret: true } })}
          title={t('back.renew_title')}
          confirm={t('back.renew')}
          danger
          busy={renew.isPending}
          notice={<ErrorNotice error={renew.error} />}
        >
          {t('back.renew_text')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
