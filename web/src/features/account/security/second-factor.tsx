import { Alert, Badge, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { IconDeviceMobile } from '../../../ui/icons/device-mobile';
import { IconFingerprint } from '../../../ui/icons/fingerprint';
import { IconLifebuoy } from '../../../ui/icons/lifebuoy';
import { IconShieldCheck } from '../../../ui/icons/shield-check';
import { IconShieldOff } from '../../../ui/icons/shield-off';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { authenticationLimits } from '../../../../../contracts/authentication/limits';
import {
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  type AccountSecurity,
} from '../../../../../contracts/authentication/second-factor';
import { call } from '../../../lib/http/api';
import { useUser } from '../../../lib/auth/user';
import { LinkButton } from '../../../ui/app-link';
import { ConfirmDialog } from '../../../ui/feedback/confirm.dialog';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingCards } from '../../../ui/loading/loading';
import { canUsePasskeys } from '../sign-in/passkeys';
import { PasskeyDialog } from './passkey.dialog';
import { PasskeyRow } from './passkey-row';
import { RenewedCodes } from './renewed-codes';
import { ProfilePageSection } from './section';
import { SecurityChangeError, signInAgainPath } from './security-error';
import { TotpDialog } from './totp.dialog';
import { useAccountSecurity, useSecurityChange } from './use-security';
import { SignInMethodList, SignInMethodRow } from './sign-in-method-row';

type Ask = 'totp' | 'passkey' | 'remove-totp' | 'renew' | { remove: string; name: string } | null;
const anchor = 'second-factor';

function Ways({ security }: { security: z.output<typeof AccountSecurity> }) {
  const { t } = useTranslation('security');
  const [asked, ask] = useState<Ask>(null);
  const close = () => ask(null);
  const removeApp = useSecurityChange(() => call(removeTotp), {
    done: 'totp.removed',
    onDone: close,
  });
  const removeKey = useSecurityChange((id: string) => call(removePasskey, { params: { id } }), {
    done: 'passkey.removed',
    onDone: close,
  });
  const renew = useSecurityChange(() => call(renewRecoveryCodes), { onDone: close });
  const { totp, passkeys, recovery_codes_left: left, second_factor_missing: missing } = security;
  const on = totp || passkeys.length > 0;
  const removing = typeof asked === 'object' && asked ? asked : null;
  const possible = canUsePasskeys();
  const isAdministrator = useUser().user?.role === 'ADMINISTRATOR';
  const last = (totp ? 1 : 0) + passkeys.length === 1;

  return (
    <Stack gap="md">
      {missing && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
          <Stack gap="xs" align="flex-start">
            <Text>{t(on ? 'factors.missing_use' : 'factors.missing_set_up')}</Text>
            {on && (
              <LinkButton to={signInAgainPath(anchor)} size="sm" h={44}>
                {t('again.action')}
              </LinkButton>
            )}
          </Stack>
        </Alert>
      )}
      <SignInMethodList label={t('factors.title')}>
        <SignInMethodRow
          icon={<IconDeviceMobile size={22} stroke={1.7} aria-hidden />}
          name={t('totp.name')}
          badge={totp && <Badge color="teal">{t('factors.ready')}</Badge>}
          text={t('totp.what')}
          action={
            totp ? (
              <Button
                variant="default"
                aria-label={`${t('factors.remove')}: ${t('totp.name')}`}
                onClick={() => {
                  removeApp.reset();
                  ask('remove-totp');
                }}
              >
                {t('factors.remove')}
              </Button>
            ) : (
              <Button
                variant={on ? 'default' : 'filled'}
                aria-label={t('totp.set_up')}
                onClick={() => ask('totp')}
              >
                {t('factors.set_up')}
              </Button>
            )
          }
        />
        <SignInMethodRow
          icon={<IconFingerprint size={22} stroke={1.7} aria-hidden />}
          name={t('passkey.plural')}
          text={
            <>
              {t('passkey.what')}
              {!possible && (
                <>
                  <br />
                  {t('passkey.not_here')}
                </>
              )}
            </>
          }
          action={
            possible &&
            passkeys.length < authenticationLimits.passkeys && (
              <Button
                variant="default"
                aria-label={t('passkey.add')}
                onClick={() => ask('passkey')}
              >
                {t('factors.add')}
              </Button>
            )
          }
        />
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey._id}
            passkey={passkey}
            onRemove={() => {
              removeKey.reset();
              ask({ remove: passkey._id, name: passkey.name });
            }}
          />
        ))}
        {on && (
          <SignInMethodRow
            icon={<IconLifebuoy size={22} stroke={1.7} aria-hidden />}
            name={t('recovery.title')}
            badge={
              left < 3 && (
                <Badge color="orange" leftSection={<IconAlertTriangle size={14} aria-hidden />}>
                  {t('recovery.few')}
                </Badge>
              )
            }
            text={t('recovery.left', { count: left })}
            action={
              <Button
                variant="default"
                onClick={() => {
                  renew.reset();
                  ask('renew');
                }}
              >
                {t('recovery.renew')}
              </Button>
            }
          />
        )}
      </SignInMethodList>
      {asked === 'totp' && <TotpDialog onClose={close} />}
      {asked === 'passkey' && <PasskeyDialog onClose={close} />}
      {renew.data && <RenewedCodes codes={renew.data.recovery_codes} onKept={renew.reset} />}
      <ConfirmDialog
        danger
        opened={asked === 'remove-totp'}
        onClose={close}
        onConfirm={() => removeApp.mutate(undefined)}
        busy={removeApp.isPending}
        title={t('totp.remove_ask')}
        confirm={t('totp.remove')}
        notice={<SecurityChangeError error={removeApp.error} anchor={anchor} />}
      >
        {t(last ? 'factors.remove_last' : 'factors.remove_one')}
        {last && isAdministrator && ` ${t('factors.remove_last_administrator')}`}
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={removing !== null}
        onClose={close}
        onConfirm={() => {
          if (removing) removeKey.mutate(removing.remove);
        }}
        busy={removeKey.isPending}
        title={t('passkey.remove_ask', { name: removing?.name ?? '' })}
        confirm={t('passkey.remove')}
        notice={<SecurityChangeError error={removeKey.error} anchor={anchor} />}
      >
        {t(last ? 'factors.remove_last' : 'factors.remove_one')}
        {last && isAdministrator && ` ${t('factors.remove_last_administrator')}`}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'renew'}
        onClose={close}
        onConfirm={() => renew.mutate(undefined)}
        busy={renew.isPending}
        title={t('recovery.renew_ask')}
        confirm={t('recovery.renew')}
        notice={<SecurityChangeError error={renew.error} anchor={anchor} />}
      >
        {t('recovery.renew_text')}
      </ConfirmDialog>
    </Stack>
  );
}

/**
 * The section with the second factors: TOTP, passkeys and recovery codes. With one of them, a
 * stolen password alone is not enough to sign in.
 */
export function SecondFactor() {
  const { t } = useTranslation('security');
  const { data, error, refetch } = useAccountSecurity();
  const on = data && (data.totp || data.passkeys.length > 0);
  const badge = data && (
    <Badge
      color={on ? 'teal' : 'gray'}
      leftSection={
        on ? <IconShieldCheck size={14} aria-hidden /> : <IconShieldOff size={14} aria-hidden />
      }
    >
      {t(on ? 'factors.on' : 'factors.off')}
    </Badge>
  );
  return (
    <ProfilePageSection
      id={anchor}
      title={t('factors.title')}
      lead={t('factors.lead')}
      badge={badge}
    >
      {data ? (
        <Ways security={data} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingCards count={1} height={110} />
      )}
    </ProfilePageSection>
  );
}
