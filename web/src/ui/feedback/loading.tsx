import { Center, Loader, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** True once `ms` have passed since the component mounted. */
export function useAfter(ms: number) {
  const [after, setAfter] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return after;
}

/**
 * Shows nothing for 150 ms, so that quick responses do not flicker; the place is kept from the start,
 * so that nothing below moves.
 */
export const Delayed = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'contents', visibility: useAfter(150) ? undefined : 'hidden' }}>
    {children}
  </div>
);

/** A spinner, and after two seconds a text with it (DESIGN, behave). */
export function Waiting({ label, height = '50vh' }: { label?: string; height?: string }) {
  const { t } = useTranslation('common');
  const slow = useAfter(2000);
  return (
    <Delayed>
      <Center h={height} role="status" aria-label={t('loading.short')}>
        <Stack align="center" gap="sm">
          <Loader aria-hidden />
          <Text c="dimmed" mih="1.5em">
            {slow ? (label ?? t('loading.still')) : ' '}
          </Text>
        </Stack>
      </Center>
    </Delayed>
  );
}

/** The text that is shown with a skeleton after two seconds. */
function Slow() {
  const { t } = useTranslation('common');
  return useAfter(2000) ? (
    <Text c="dimmed" ta="center">
      {t('loading.still')}
    </Text>
  ) : null;
}

/** A placeholder for a list of cards or lines that is loading. */
export const SkeletonList = ({ count = 3, height = 120 }: { count?: number; height?: number }) => {
  const { t } = useTranslation('common');
  return (
    <Delayed>
      <Stack gap="md" role="status" aria-label={t('loading.short')}>
        {Array.from({ length: count }, (_, i) => (
          <Skeleton key={i} height={height} radius="md" />
        ))}
        <Slow />
      </Stack>
    </Delayed>
  );
};
