import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { unsubscribe } from '../../../../contracts/notices/notices';
import { ApiError, mutation } from '../../lib/http/api';
import { useMutation } from '../../lib/http/use-mutation';
import { LinkButton } from '../../ui/app-link';
import { SeatsPlaceholder } from '../../ui/drawings/seats-placeholder';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { Page } from '../../ui/page';

/**
 * /unsubscribe#token: the target of a mail's unsubscribe link. It asks before it changes anything,
 * since programs open links to scan them. No sign-in is needed.
 */
export function UnsubscribePage() {
  const { t } = useTranslation('notices');
  const token = useLocation().hash.slice(1);
  const stop = useMutation(mutation(unsubscribe));
  const isUnknown =
    token === '' || (stop.error instanceof ApiError && [400, 404].includes(stop.error.status));
  const all = (
    <LinkButton to="/profile/notices" variant="default">
      {t('unsubscribe.all')}
    </LinkButton>
  );
  if (stop.data)
    return (
      <Page title={t('unsubscribe.done')} size="sm">
        <Stack gap="md" align="flex-start" role="status">
          <SeatsPlaceholder scene="away" width={208} />
          <Text className="measure">
            {t('unsubscribe.done_text', { kind: t(`kind.${stop.data.kind}`) })}
          </Text>
          {all}
        </Stack>
      </Page>
    );
  if (isUnknown)
    return (
      <Page title={t('unsubscribe.unknown')} size="sm">
        <Stack gap="md" align="flex-start">
          <Text className="measure">{t('unsubscribe.unknown_text')}</Text>
          {all}
        </Stack>
      </Page>
    );
  return (
    <Page title={t('unsubscribe.title')} size="sm">
      <Stack gap="md" align="flex-start">
        <Text className="measure">{t('unsubscribe.text')}</Text>
        <ErrorNotice error={stop.error} />
        <Group gap="sm">
          <Button loading={stop.isPending} onClick={() => stop.mutate({ body: { token } })}>
            {t('unsubscribe.stop')}
          </Button>
          {all}
        </Group>
      </Stack>
    </Page>
  );
}
