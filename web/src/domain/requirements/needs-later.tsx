import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { onDemand } from '../../ui/on-demand';
import type { NeedsProps } from './needs';

const Needs = onDemand(async () => (await import('./needs')).Needs);

/** What a study needs of a browser, fetched with its texts where a study needs something. */
export function NeedsLater(props: NeedsProps) {
  const waiting = <Skeleton height={72} radius="md" />;
  return (
    <Suspense fallback={waiting}>
      <Needs {...props} waiting={waiting} />
    </Suspense>
  );
}
