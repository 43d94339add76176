import {
  ActionIcon,
  Button,
  CopyButton,
  Group,
  Modal,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconCheck } from '../../../ui/icons/check';
import { IconCopy } from '../../../ui/icons/copy';
import { IconDeviceMobile } from '../../../ui/icons/device-mobile';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginTotp, confirmTotp } from '../../../../../contracts/authentication/second-factor';
import { ApiError, call } from '../../../lib/http/api';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { QrCode } from '../../../ui/qr-code/qr-code';
import { RecoveryCodes } from './recovery-codes';
import { SecurityChangeError } from './security-error';
import classes from './security.module.css';
import { useSecurityChange } from './use-security';
import { LoadingCards } from '../../../ui/loading/loading';

const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/**
 * Sets up an authenticator app (TOTP) in three steps: scan the code, type the first code, save the
 * recovery codes.
 */
export function TotpDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  const { t } = useTranslation(['security', 'common']);
  const [code, setCode] = useState('');
  const begin = useSecurityChange(() => call(beginTotp));
  const confirm = useSecurityChange(
    (typed: string) => call(confirmTotp, { body: { code: typed } }),
    {
      done: 'totp.done',
      onDone: ({ recovery_codes }) => {
        if (!recovery_codes) onClose();
      },
    },
  );
  const { mutate: start } = begin;
  useEffect(() => {
    start(undefined);
  }, [start]);
  const wrong =
    confirm.error instanceof ApiError &&
    ['invalid_code', 'validation_failed'].includes((confirm.error as ApiError).code);
  const codes = confirm.data?.recovery_codes;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(code.replace(/\s/g, ''));
  };

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(codes ? 'recovery.title' : 'totp.set_up')}
      closeOnClickOutside={false}
      closeOnEscape={!codes}
      withCloseButton={!codes}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : begin.error ? (
        <SecurityChangeError error={begin.error} anchor="second-factor" />
      ) : !begin.data ? (
        <LoadingCards count={1} height={220} />
      ) : (
        <form noValidate onSubmit={submit}>
          <Stack gap="md">
            <Text>{t('totp.scan')}</Text>
            <QrCode text={begin.data.uri} label={t('totp.qr')} />
            <Button
              component="a"
              href={begin.data.uri}
              variant="default"
              className={classes.onPhone}
              leftSection={<IconDeviceMobile size={18} aria-hidden />}
            >
              {t('totp.open_app')}
            </Button>
            <div>
              <Text size="sm" c="dimmed" mb={4}>
                {t('totp.by_hand')}
              </Text>
              <Group gap="xs" wrap="nowrap" align="stretch">
                <code className={classes.secret}>{inGroups(begin.data.secret)}</code>
                <CopyButton value={begin.data.secret} timeout={2000}>
                  {({ copied, copy }) => (
                    <ActionIcon
                      size={44}
                      variant="default"
                      onClick={copy}
                      aria-label={t(copied ? 'totp.copied' : 'totp.copy')}
                    >
                      {copied ? (
                        <IconCheck size={18} aria-hidden />
                      ) : (
                        <IconCopy size={18} aria-hidden />
                      )}
                    </ActionIcon>
                  )}
                </CopyButton>
              </Group>
            </div>
            {!wrong && <SecurityChangeError error={confirm.error} anchor="second-factor" />}
            <TextInput
              label={t('totp.first_code')}
              description={t('totp.first_code_hint')}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={9}
              spellCheck={false}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={wrong ? t('totp.wrong') : undefined}
              data-autofocus
            />
            <Button
              type="submit"
              fullWidth
              loading={confirm.isPending}
              disabled={!/^\s*(\d\s*){6}$/.test(code)}
            >
              {t('totp.confirm')}
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
