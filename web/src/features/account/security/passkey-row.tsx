import { Button } from '@mantine/core';
import { IconKey } from '../../../ui/icons/key';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { AccountSecurity } from '../../../../../contracts/authentication/second-factor';
import { TimeText } from '../../../ui/when';
import { SignInMethodRow } from './sign-in-method-row';

interface Props {
  passkey: z.output<typeof AccountSecurity>['passkeys'][number];
  onRemove: () => void;
}

export function PasskeyRow({ passkey: { name, created_at, last_used_at }, onRemove }: Props) {
  const { t } = useTranslation('security');
  return (
    <SignInMethodRow
      icon={<IconKey size={20} stroke={1.7} aria-hidden />}
      name={name}
      text={
        <>
          {t('passkey.added')} <TimeText at={created_at} />
          {last_used_at && (
            <>
              {' '}
              · {t('passkey.used')} <TimeText at={last_used_at} relative />
            </>
          )}
        </>
      }
      action={
        <Button variant="default" aria-label={`${t('factors.remove')}: ${name}`} onClick={onRemove}>
          {t('factors.remove')}
        </Button>
      }
    />
  );
}
