import { Button } from '@mantine/core';
import { IconKey } from '../../../ui/icons/key';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Security } from '../../../../../contracts/authentication/second-factor';
import { When } from '../../../ui/when';
import { WayRow } from './way-row';

interface Props {
  passkey: z.output<typeof Security>['passkeys'][number];
  onRemove: () => void;
}

export function PasskeyRow({ passkey: { name, created_at, last_used_at }, onRemove }: Props) {
  const { t } = useTranslation('security');
  return (
    <WayRow
      icon={<IconKey size={20} stroke={1.7} aria-hidden />}
      name={name}
      text={
        <>
          {t('passkey.added')} <When at={created_at} />
          {last_used_at && (
            <>
              {' '}
              · {t('passkey.used')} <When at={last_used_at} relative />
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
