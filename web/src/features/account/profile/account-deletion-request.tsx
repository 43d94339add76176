import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  askForDeletion,
  readDeletionRequest,
  takeBackDeletionRequest,
} from '../../../../../contracts/accounts/deletion-requests';
import { accountsLimits } from '../../../../../contracts/accounts/limits';
import { mutation, query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { TimeText } from '../../../ui/when';
import { ProfilePageSection } from '../security/section';

/**
 * The button with which researchers request the deletion of their account. They cannot delete the
 * account themselves: an administrator decides about the request (docs/domain.md, 1).
 */
export function AccountDeletionRequest() {
  const { t } = useTranslation('profile');
  const client = useQueryClient();
  const own = query(readDeletionRequest);
  const { data, error, refetch } = useQuery(own);
  const ask = useMutation({
    ...mutation(askForDeletion),
    onSuccess: (now) => client.setQueryData(own.queryKey, now),
  });
  const back = useMutation({
    ...mutation(takeBackDeletionRequest),
    onSuccess: () => client.setQueryData(own.queryKey, { requested_at: null }),
  });
  const asked = data?.requested_at;
  return (
    <ProfilePageSection id="leaving" title={t('leaving.title')} lead={t('leaving.lead')}>
      <Stack gap="sm">
        <Text size="sm">{t('leaving.what', { days: accountsLimits.deletionDays })}</Text>
        <Text size="sm">{t('leaving.studies')}</Text>
        {asked && (
          <Text fw={600} role="status">
            {t('leaving.asked')} <TimeText at={asked} relative />
          </Text>
        )}
        <ErrorNotice error={error} onRetry={() => void refetch()} />
        <ErrorNotice error={ask.error ?? back.error} />
        <Group>
          {asked ? (
            <Button variant="default" loading={back.isPending} onClick={() => back.mutate({})}>
              {t('leaving.take_back')}
            </Button>
          ) : (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              disabled={!data}
              loading={ask.isPending}
              onClick={() => ask.mutate({})}
            >
              {t('leaving.ask')}
            </Button>
          )}
        </Group>
      </Stack>
    </ProfilePageSection>
  );
}
