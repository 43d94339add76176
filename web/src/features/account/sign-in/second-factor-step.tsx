import { Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { IconFingerprint } from '../../../ui/icons/fingerprint';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import {
  readPasskeyProofOptions,
  proveSecondFactor,
} from '../../../../../contracts/authentication/second-factor';
import { ApiError, call } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { AccountPageLayout } from '../account-frame';
import { type SecondFactorChallenge, storeSignIn } from './sign-in';
import { forgetChallenge, storeChallenge, type StoredChallenge } from './stored-challenge';
import { canUsePasskeys } from './passkeys';

interface Props {
  challenge: SecondFactorChallenge;
  proof?: StoredChallenge['proof'];
  onDone: () => void;
  /** Goes back to the first factor. */ onAgain: () => void;
}
type Proof = { code: string } | { recovery_code: string } | 'passkey';

async function prove(challenge: string, proof: Proof) {
  if (proof !== 'passkey')
    return storeSignIn(await call(proveSecondFactor, { body: { challenge, ...proof } }));
  const { options } = await call(readPasskeyProofOptions, { body: { challenge } });
  const passkey = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  });
  storeSignIn(await call(proveSecondFactor, { body: { challenge, passkey: { ...passkey } } }));
}

/** The second step of every sign-in method, for accounts that have a second factor. */
export function SecondFactorStep({ challenge, proof, onDone, onAgain }: Props) {
  const { token, methods } = challenge;
  const { t } = useTranslation(['account', 'common']);
  const [recovery, setRecovery] = useState(
    !methods.includes('totp') && !methods.includes('passkey'),
  );
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const step = useMutation({
    mutationFn: (shown: Proof) => prove(token, shown),
    onSuccess: onDone,
  });
  const { error } = step;
  const code = error instanceof ApiError ? (error as ApiError).code : undefined;
  const over = code === 'invalid_challenge';
  const wrong = code === 'invalid_code' || code === 'validation_failed';
  const byCode = recovery || methods.includes('totp');
  const { pathname } = useLocation();
  useEffect(() => {
    if (over) forgetChallenge();
    else storeChallenge({ page: pathname, challenge, proof });
  }, [over, pathname, challenge, proof]);
  useEffect(() => {
    field.current?.focus();
  }, [recovery]);
  useEffect(() => {
    if (wrong) field.current?.select();
  }, [wrong, error]);

  const again = () => {
    forgetChallenge();
    onAgain();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const value = typed.trim();
    if (value === '') return field.current?.focus();
    step.mutate(recovery ? { recovery_code: value } : { code: value.replace(/\s/g, '') });
  };
  const change = (toRecovery: boolean) => {
    setRecovery(toRecovery);
    setTyped('');
    step.reset();
  };
  const notice =
    wrong || !error ? null : error instanceof ApiError ? (
      <ErrorNotice error={error} />
    ) : (
      <ErrorNotice error={new ApiError(400, 'passkey_not_used', t('factor.passkey_not_used'))} />
    );

  if (over) {
    return (
      <AccountPageLayout title={t('factor.over')} takesOver>
        <Stack gap="md">
          <ErrorNotice error={error} />
          <Button fullWidth onClick={again}>
            {t('factor.again')}
          </Button>
        </Stack>
      </AccountPageLayout>
    );
  }
  return (
    <AccountPageLayout
      title={t('factor.title')}
      lead={t(
        byCode ? (recovery ? 'factor.lead_recovery' : 'factor.lead_code') : 'factor.lead_passkey',
      )}
      takesOver={!byCode}
      foot={
        <Anchor component="button" type="button" onClick={again}>
          {t('factor.other_account')}
        </Anchor>
      }
    >
      <Stack gap="md">
        {notice}
        {byCode && (
          <form noValidate onSubmit={send}>
            <Stack gap="md">
              <TextInput
                key={String(recovery)}
                ref={field}
                label={t(recovery ? 'factor.recovery' : 'factor.code')}
                description={t(recovery ? 'factor.recovery_hint' : 'factor.code_hint')}
                autoComplete={recovery ? 'off' : 'one-time-code'}
                inputMode={recovery ? 'text' : 'numeric'}
                spellCheck={false}
                autoCapitalize="none"
                maxLength={recovery ? 40 : 9}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                error={wrong ? t('factor.wrong') : undefined}
              />
              <Button
                type="submit"
                fullWidth
                loading={step.isPending && step.variables !== 'passkey'}
              >
                {t('factor.confirm')}
              </Button>
            </Stack>
          </form>
        )}
        {methods.includes('passkey') && (canUsePasskeys() || !byCode) && (
          <>
            {byCode && <Divider label={t('ways.or')} />}
            <Button
              fullWidth
              variant={byCode ? 'default' : 'filled'}
              leftSection={<IconFingerprint size={20} aria-hidden />}
              loading={step.isPending && step.variables === 'passkey'}
              onClick={() => step.mutate('passkey')}
            >
              {t('factor.passkey')}
            </Button>
          </>
        )}
        {methods.includes('recovery_code') && methods.length > 1 && (
          <Text size="sm" ta="center">
            <Anchor component="button" type="button" size="sm" onClick={() => change(!recovery)}>
              {t(recovery ? 'factor.no_recovery' : 'factor.use_recovery')}
            </Anchor>
          </Text>
        )}
      </Stack>
    </AccountPageLayout>
  );
}
