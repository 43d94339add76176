import { SimpleGrid, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Delayed } from './loading';

/** A placeholder for a grid of cards that is loading. */
export function CardSkeletons({ count, height }: { count: number; height: number }) {
  const { t } = useTranslation('common');
  return (
    <Delayed>
      <SimpleGrid
        cols={{ base: 1, sm: 2, lg: 3 }}
        spacing="md"
        role="status"
        aria-label={t('loading.short')}
      >
        {Array.from({ length: count }, (_, i) => (
          <Skeleton key={i} height={height} radius="md" />
        ))}
      </SimpleGrid>
    </Delayed>
  );
}
