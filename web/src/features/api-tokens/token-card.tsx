import { Badge, Button, Card, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  endApiToken,
  listApiTokens,
  type ApiToken,
} from '../../../../contracts/api-tokens/api-tokens';
import { formatDate } from '../../lib/intl/format';
import { mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { showMessage } from '../../lib/ui.store';
import { ConfirmDialog } from '../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { TimeText } from '../../ui/when';
import { NewTokenSecret } from './new-token';
import { serverNow } from '../../lib/http/server-clock';

const soonMs = 7 * 86_400_000;

/**
 * Returns `expired`, `soon`, or null for a token that is valid for longer. Expired tokens stay
 * listed, so that their holder learns why a program stopped.
 */
const stateOf = ({ expires_at }: ApiToken, now = serverNow()) => {
  const left = new Date(expires_at).getTime() - now;
  if (left <= 0) return 'expired';
  return left < soonMs ? 'soon' : null;
};

function Facts({ token, isExpired }: { token: ApiToken; isExpired: boolean }) {
  const { t } = useTranslation('api-tokens');
  const studies = token.studies?.map(({ title }) => title ?? t('unreadable')) ?? [t('all_studies')];
  return (
    <Stack gap={2}>
      <Text size="sm">{token.scopes.map((scope) => t(`scope.${scope}`)).join(' · ')}</Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {studies.join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('begins')} <Code>{token.start}</Code>
      </Text>
      <Text size="sm" c="dimmed">
        {t('made')} <TimeText at={token.created_at} /> · {t(isExpired ? 'expired_on' : 'until')}{' '}
        <TimeText at={token.expires_at} />
      </Text>
      <Text size="sm" c="dimmed">
        {token.last_used_on === null
          ? t('never_used')
          : `${t('used')} ${formatDate(token.last_used_on)}`}
      </Text>
    </Stack>
  );
}

export function TokenCard({ token, secret }: { token: ApiToken; secret: string | null }) {
  const { t } = useTranslation('api-tokens');
  const client = useQueryClient();
  const [ending, question] = useDisclosure();
  const end = useMutation({
    ...mutation(endApiToken),
    onSuccess: () => {
      question.close();
      showMessage(t('ended'), { type: 'success' });
      return client.invalidateQueries({ queryKey: [listApiTokens.path] });
    },
  });
  const state = stateOf(token);
  const { name } = token;
  return (
    <Card component="li" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {state && (
            <Badge color={state === 'expired' ? 'gray' : 'yellow'} variant="light">
              {t(`state.${state}`)}
            </Badge>
          )}
        </Group>
        {secret && <NewTokenSecret token={secret} />}
        <Facts token={token} isExpired={state === 'expired'} />
        <div>
          <Button variant="default" onClick={question.open} aria-label={t('end_of', { name })}>
            {t('end')}
          </Button>
        </div>
      </Stack>
      <ConfirmDialog
        danger
        opened={ending}
        onClose={question.close}
        onConfirm={() => end.mutate({ params: { id: token._id } })}
        busy={end.isPending}
        title={t('end_title', { name })}
        confirm={t('end')}
        notice={<ErrorNotice error={end.error} />}
      >
        <Stack gap="sm">
          <Facts token={token} isExpired={state === 'expired'} />
          <Text>{t('end_text')}</Text>
        </Stack>
      </ConfirmDialog>
    </Card>
  );
}
