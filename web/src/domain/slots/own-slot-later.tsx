import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { onDemand } from '../../ui/on-demand';

const OwnSlot = onDemand(async () => (await import('./own-slot')).OwnSlot);

/** The own booking, fetched with its texts when somebody has one to make. */
export function OwnSlotLater({ participationId }: { participationId: string }) {
  const waiting = <Skeleton height={96} radius="md" />;
  return (
    <Suspense fallback={waiting}>
      <OwnSlot participationId={participationId} waiting={waiting} />
    </Suspense>
  );
}
