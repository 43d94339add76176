import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '../icons/alert-triangle';
import { IconCloudOff } from '../icons/cloud-off';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/http/api';
import { useRetryCountdown } from './use-wait';

interface Props {
  error: unknown;
  /** The error in this page's words; if absent, the server's own sentence is shown. */
  title?: string;
  /** Says what was kept, such as "Your text is still here". */
  kept?: ReactNode;
  /** The action behind the button "Try again". */
  onRetry?: () => void;
  /**
   * Set if the error answers an action of the visitor: the notice then scrolls into view and takes the focus. Not set if a field already
   * has the focus, nor for content that the page loads by itself.
   */
  focus?: boolean;
}

/** For these codes, only the server's log contains the exact reason of the refusal. */
const quotable = ['conflict', 'invalid_flow', 'issuer_refused', 'sign_in_not_fresh'];

/** Shows an error, what was kept, what the person can do, and the number by which support finds the error (DESIGN, look). */
export function ErrorNotice({ error, title, kept, onRetry, focus }: Props) {
  const { t } = useTranslation('common');
  const notice = useRef<HTMLDivElement>(null);
  const api = error instanceof ApiError ? error : undefined;
  const takes = focus ?? !(onRetry || api?.fields.length);
  useEffect(() => {
    if (error && takes) notice.current?.focus();
  }, [error, takes]);
  const wait = useRetryCountdown(api?.code === 'too_many_requests' ? api : undefined);
  if (!error || wait === 'over') return null;
  const unreachable = api?.status === 0;
  const what = unreachable
    ? t('error.unreachable')
    : api?.code === 'validation_failed' && api.fields.length
      ? t('error.fields')
      : (api && api.status < 500 && api.description) || t('error.unexpected');
  const number =
    api?.requestId && (api.status >= 500 || quotable.includes(String(api.code)))
      ? t('error.request_id', { id: api.requestId })
      : undefined;
  return (
    <Alert
      color="red"
      icon={unreachable ? <IconCloudOff aria-hidden /> : <IconAlertTriangle aria-hidden />}
      role="alert"
      ref={notice}
      tabIndex={-1}
    >
      <Stack gap={6} align="flex-start">
        <Text fw={600} c="var(--mantine-color-error)">
          {title ?? what}
        </Text>
        {title && title !== what && <Text size="sm">{what}</Text>}
        {unreachable && (
          <Text size="sm">
            {t(
              onRetry
                ? 'error.loads_again'
                : api.code === 'no_answer'
                  ? 'error.no_answer'
                  : 'error.check_connection',
            )}
          </Text>
        )}
        {/* The screen counts the seconds down; a screen reader reads them only once, with the rest of the notice. */}
        {wait && (
          <Text size="sm" role="timer">
            {wait}
          </Text>
        )}
        {kept && (
          <Text size="sm" component="div">
            {kept}
          </Text>
        )}
        {(onRetry || number) && (
          <Group gap="sm">
            {onRetry && (
              <Button variant="default" size="sm" onClick={onRetry}>
                {t('action.try_again')}
              </Button>
            )}
            {number && <Text size="xs">{number}</Text>}
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
