import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCheck } from '../../ui/icons/check';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { acceptTerms, readTermsAcceptance } from '../../../../contracts/operator/operator';
import { formatDate } from '../../lib/intl/format';
import { mutation, query } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { useTermsAcceptance } from '../../domain/operator/use-terms';

/** Below the terms of use: the button to accept them, or the date on which the person did so. */
export function TermsAcceptanceStatus({ version }: { version: string }) {
  const { t } = useTranslation('operator');
  const cache = useQueryClient();
  const { data } = useTermsAcceptance();
  const accept = useMutation({
    ...mutation(acceptTerms),
    onSuccess: (now) => cache.setQueryData(query(readTermsAcceptance).queryKey, now),
  });
  if (!data) return null;
  if (!data.asked && data.accepted)
    return (
      <Group gap="xs" wrap="nowrap" role="status">
        <IconCheck size={18} aria-hidden />
        <Text size="sm">{t('accepted', { date: formatDate(data.accepted.accepted_at) })}</Text>
      </Group>
    );
  return (
    <Alert title={t('ask')}>
      <Text size="sm" mb="sm">
        {t('ask_text')}
      </Text>
      <ErrorNotice error={accept.error} />
      <Button loading={accept.isPending} onClick={() => accept.mutate({ body: { version } })}>
        {t('accept')}
      </Button>
    </Alert>
  );
}
