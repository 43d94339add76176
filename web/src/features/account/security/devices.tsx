import { Badge, Button, Group, Stack } from '@mantine/core';
import { IconDeviceDesktop } from '../../../ui/icons/device-desktop';
import { IconDeviceMobile } from '../../../ui/icons/device-mobile';
import { IconShieldCheck } from '../../../ui/icons/shield-check';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  endSignIn,
  endSignIns,
  listSignIns,
  type SignInRecord,
} from '../../../../../contracts/authentication/sign-ins';
import { call, query } from '../../../lib/http/api';
import { showMessage } from '../../../lib/ui.store';
import { useMutation } from '../../../lib/http/use-mutation';
import { LinkButton } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingCards } from '../../../ui/loading/loading';
import { TimeText } from '../../../ui/when';
import { ProfilePageSection } from './section';
import { SignInMethodList, SignInMethodRow } from './sign-in-method-row';
import { serverNow } from '../../../lib/http/server-clock';

/** Translates the name of a device, which the server stores as "Firefox on Linux". */
const nameOf = (t: TFunction<'security'>, device: string | null) => {
  const [browser, system, ...more] = device?.split(' on ') ?? [];
  return browser && system && more.length === 0
    ? t('devices.name', { browser, system })
    : (device ?? t('devices.unknown'));
};
/**
 * Whether a device signed in less than a minute ago; the page then says "just now" instead of a
 * time.
 */
const isNew = (at: string) => Math.abs(serverNow() - Date.parse(at)) < 60_000;
const isHandheld = (device: string | null) => /android|iphone|ipad|ios|mobile/i.test(device ?? '');

function Device({
  record,
  onEnd,
  busy,
}: {
  record: z.output<typeof SignInRecord>;
  onEnd: () => void;
  busy: boolean;
}) {
  const { t } = useTranslation('security');
  const {
    device,
    method,
    second_factor,
    remembered,
    current,
    created_at,
    last_used_at,
    expires_at,
  } = record;
  const name = nameOf(t, device);
  const Icon = isHandheld(device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <SignInMethodRow
      icon={<Icon size={22} stroke={1.7} aria-hidden />}
      name={name}
      badge={
        <>
          {current && <Badge color="teal">{t('devices.this')}</Badge>}
          {second_factor && (
            <Badge color="gray" leftSection={<IconShieldCheck size={14} aria-hidden />}>
              {t('devices.second_factor')}
            </Badge>
          )}
        </>
      }
      text={
        <>
          {current ? (
            t('devices.now')
          ) : (
            <>
              {t('devices.used')} <TimeText at={last_used_at} relative />
            </>
          )}{' '}
          · {t(`devices.how.${method ?? 'none'}`)},{' '}
          {isNew(created_at) ? t('devices.just_now') : <TimeText at={created_at} relative />}
          {remembered && (
            <>
              {' '}
              · {t('devices.until')} <TimeText at={expires_at} />
            </>
          )}
        </>
      }
      action={
        current ? (
          <LinkButton to="/logout" variant="default">
            {t('devices.end')}
          </LinkButton>
        ) : (
          <Button
            variant="default"
            aria-label={`${t('devices.end')}: ${name}`}
            loading={busy}
            onClick={onEnd}
          >
            {t('devices.end')}
          </Button>
        )
      }
    />
  );
}

/**
 * Lists the browsers in which the account is signed in. The owner can sign out each browser, or all
 * browsers except this one.
 */
export function SignedInDevices() {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  const list = useQuery({ ...query(listSignIns), staleTime: 0 });
  const readAgain = () => client.invalidateQueries({ queryKey: [listSignIns.path] });
  const one = useMutation({
    mutationFn: (id: string) => call(endSignIn, { params: { id } }),
    each: (id) => id,
    onSuccess: () => showMessage(t('devices.ended'), { type: 'success' }),
    onSettled: readAgain,
  });
  const others = useMutation({
    mutationFn: () => call(endSignIns, { query: { except_current: 'true' } }),
    onSuccess: ({ ended }) =>
      showMessage(t('devices.ended_others', { count: ended }), { type: 'success' }),
    onSettled: readAgain,
  });
  const items = [...(list.data?.items ?? [])].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.last_used_at.localeCompare(a.last_used_at),
  );
  const busy = (id: string) => one.isPending && one.variables === id;

  return (
    <ProfilePageSection id="devices" title={t('devices.title')} lead={t('devices.lead')}>
      {list.data ? (
        <Stack gap="md">
          <SignInMethodList label={t('devices.title')}>
            {items.map((record) => (
              <Device
                key={record._id}
                record={record}
                onEnd={() => one.mutate(record._id)}
                busy={busy(record._id)}
              />
            ))}
          </SignInMethodList>
          <ErrorNotice error={one.error ?? others.error} />
          {items.some(({ current }) => !current) && (
            <Group>
              <Button variant="default" loading={others.isPending} onClick={() => others.mutate()}>
                {t('devices.end_others')}
              </Button>
            </Group>
          )}
        </Stack>
      ) : list.error ? (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <LoadingCards count={1} height={96} />
      )}
    </ProfilePageSection>
  );
}
