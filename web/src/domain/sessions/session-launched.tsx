import { Alert, Button, Center, CopyButton, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck } from '../../ui/icons/check';
import { IconLink } from '../../ui/icons/link';
import { IconUsersMinus } from '../../ui/icons/users-minus';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { formatDateTime } from '../../lib/intl/format';
import { LinkButton } from '../../ui/app-link';
import { LazySeatsDrawing } from '../../ui/drawings/seats-later';
import { linkOfSession } from './link-of-session';

/**
 * Confirms a launch: people can now find the session, and the researcher can watch how it fills.
 */
export function SessionLaunchedNotice({
  session,
  onDone,
}: {
  session: Session;
  onDone: () => void;
}) {
  const { t } = useTranslation(['sessions', 'common']);
  const isWatched = useLocation().pathname === '/sessions/dashboard';
  const heading = useRef<HTMLHeadingElement>(null);
  // The launch button, which had the focus, is gone, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), []);
  const { state, opens_at, audience } = session;
  const waits = state === 'scheduled' && opens_at !== null;
  return (
    <Stack gap="md">
      <Center mih={140}>
        <LazySeatsDrawing scene="empty" width={260} />
      </Center>
      <Title ref={heading} order={3} size="h4" tabIndex={-1} ta="center">
        {waits
          ? t('sessions:launched.waits', { date: formatDateTime(opens_at) })
          : t('sessions:launched.recruits')}
      </Title>
      <Text ta="center">
        {t(
          audience === 'classroom'
            ? 'sessions:class.launched'
            : `sessions:launched.${audience === 'link' ? 'by_link' : 'in_catalogue'}`,
        )}
      </Text>
      {session.too_few_people && (
        <Alert role="note" color="orange" icon={<IconUsersMinus aria-hidden />}>
          {t('sessions:too_few_people.launched')}
        </Alert>
      )}
      <Group justify="center" gap="sm">
        <CopyButton value={linkOfSession(session)} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant={audience === 'link' ? 'filled' : 'default'}
              onClick={copy}
              leftSection={
                copied ? <IconCheck size={18} aria-hidden /> : <IconLink size={18} aria-hidden />
              }
            >
              {t(copied ? 'sessions:action.copied' : 'sessions:action.copy_link')}
            </Button>
          )}
        </CopyButton>
        {isWatched ? (
          <Button variant={audience === 'link' ? 'default' : 'filled'} onClick={onDone}>
            {t('common:action.close')}
          </Button>
        ) : (
          <LinkButton to="/sessions/dashboard" variant={audience === 'link' ? 'default' : 'filled'}>
            {t('sessions:launched.watch')}
          </LinkButton>
        )}
      </Group>
    </Stack>
  );
}
