import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { IconFingerprint } from '../../../ui/icons/fingerprint';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../../contracts/base/limits';
import { addPasskey, beginPasskey } from '../../../../../contracts/authentication/second-factor';
import { ApiError, call } from '../../../lib/http/api';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { RecoveryCodes } from './recovery-codes';
import { SecurityChangeError } from './security-error';
import { useSecurityChange } from './use-security';

async function add(name: string) {
  const { options } = await call(beginPasskey);
  const response = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  return call(addPasskey, { body: { name, response: { ...response } } });
}

/**
 * Asks for a name for the passkey; the browser then asks for the fingerprint, the face or the
 * security key.
 */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  const { t } = useTranslation(['security', 'common']);
  const [name, setName] = useState('');
  const adding = useSecurityChange(add, {
    done: 'passkey.done',
    onDone: ({ recovery_codes }) => {
      if (!recovery_codes) onClose();
    },
  });
  const { error } = adding;
  // If the browser refuses the passkey or the person cancels, the error does not come from the
  // server and has no text for the person, so this page supplies a text.
  const said =
    !error || error instanceof ApiError
      ? error
      : new ApiError(
          400,
          'passkey_not_made',
          t(error.name === 'InvalidStateError' ? 'passkey.known' : 'passkey.not_made'),
        );
  const codes = adding.data?.recovery_codes;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) adding.mutate(name.trim());
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(codes ? 'recovery.title' : 'passkey.add')}
      closeOnClickOutside={false}
      closeOnEscape={!codes}
      withCloseButton={!codes}
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : (
        <form noValidate onSubmit={submit}>
          <Stack gap="md">
            <Text>{t('passkey.lead')}</Text>
            <SecurityChangeError error={said} anchor="second-factor" />
            <TextInput
              label={t('passkey.name')}
              description={t('passkey.name_hint')}
              autoComplete="off"
              maxLength={limits.name}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Button
              type="submit"
              fullWidth
              leftSection={<IconFingerprint size={20} aria-hidden />}
              loading={adding.isPending}
              disabled={!name.trim()}
            >
              {t('passkey.create')}
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
