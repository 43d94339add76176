import { Suspense } from 'react';
import { onDemand } from '../../ui/on-demand';
import type { NeedsProps } from './needs';
import { CardShape } from '../../ui/loading/shapes';

const Needs = onDemand(async () => (await import('./needs')).Needs);

/** What a study needs of a browser. The component is fetched with its texts once a study needs something. */
export function NeedsLater(props: NeedsProps) {
  const waiting = <CardShape height={72} />;
  return (
    <Suspense fallback={waiting}>
      <Needs {...props} waiting={waiting} />
    </Suspense>
  );
}
