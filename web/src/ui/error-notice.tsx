import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/call';

interface Props {
  error: unknown;
  /** What happened, in this page's words; without it the server's own sentence. */
  title?: string;
  /** What was kept ("Your text is still here"). */
  kept?: ReactNode;
  /** Shown as "Try again". */
  onRetry?: () => void;
}

/** What happened, what was kept, what to do, and the number under which support finds it (DESIGN, look). */
export function ErrorNotice({ error, title, kept, onRetry }: Props) {
  const { t } = useTranslation('common');
  if (!error) return null;
  const api = error instanceof ApiError ? error : undefined;
  const unreachable = api?.status === 0;
  const what = unreachable ? t('error.unreachable') : api?.code === 'validation_failed' && api.fields.length ? t('error.fields') : (api && api.status < 500 && api.description) || t('error.unexpected');
  const wait = api?.code === 'too_many_requests' && api.retryAfter ? t('error.retry_after', { count: Math.ceil(api.retryAfter / 60) }) : undefined;
  const number = api?.requestId && (api.status >= 500 || api.code === 'conflict') ? t('error.request_id', { id: api.requestId }) : undefined;
  return (
    <Alert color="red" icon={unreachable ? <IconCloudOff aria-hidden /> : <IconAlertTriangle aria-hidden />} role="alert">
      <Stack gap={6} align="flex-start">
        <Text fw={600} c="var(--mantine-color-error)">{title ?? what}</Text>
        {title && title !== what && <Text size="sm">{what}</Text>}
        {unreachable && <Text size="sm">{t('error.check_connection')}</Text>}
        {wait && <Text size="sm">{wait}</Text>}
        {kept && <Text size="sm" component="div">{kept}</Text>}
        {(onRetry || number) && (
          <Group gap="sm">
            {onRetry && <Button variant="default" size="sm" onClick={onRetry}>{t('action.try_again')}</Button>}
            {number && <Text size="xs">{number}</Text>}
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
