import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IssuedGiftCode } from '../../../../../contracts/payments/payments';
import { formatDate } from '../../../lib/intl/format';
import { ValueToCopy } from '../../../ui/value-to-copy';

/** A gift code that the participant was given. The participant can read it as often as needed. */
export function GiftCode({ gift: { brand, code, pin, expires } }: { gift: IssuedGiftCode }) {
  const { t } = useTranslation('own-payments');
  return (
    <Stack gap={4} component="section" aria-label={t('gift.title', { brand })}>
      <Text size="sm" fw={600}>
        {t('gift.title', { brand })}
      </Text>
      <Group gap="lg" align="flex-start">
        <ValueToCopy
          name={t('gift.code')}
          value={code}
          copy={t('gift.copy')}
          copied={t('gift.copied')}
        />
        {pin !== null && (
          <ValueToCopy
            name={t('gift.pin')}
            value={pin}
            copy={t('gift.copy_pin')}
            copied={t('gift.copied')}
          />
        )}
      </Group>
      {expires !== null && (
        <Text size="sm">{t('gift.expires', { day: formatDate(`${expires}T12:00:00`) })}</Text>
      )}
    </Stack>
  );
}
