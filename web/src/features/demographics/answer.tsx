import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * The field of an answer, with a button that clears it: an empty field alone would not show that an
 * answer can be removed.
 */
export function ClearableAnswer({
  given,
  label,
  onClear,
  children,
}: {
  given: boolean;
  label: string;
  onClear: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('demographics');
  return (
    <Stack gap={4} align="stretch">
      {children}
      {given && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            fz="sm"
            mih={44}
            px={0}
            onClick={onClear}
            aria-label={t('clear_named', { name: label })}
          >
            {t('clear')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
