import { Suspense } from 'react';
import { onDemand } from '../../ui/on-demand';
import type { NeedsProps } from './needs';
import { CardShape } from '../../ui/loading/shapes';

const Needs = onDemand(async () => (await import('./needs')).Needs);

/**
 * Shows what a study needs of a browser. The component and its texts are loaded only if a study
 * needs something.
 */
export function NeedsLater(props: NeedsProps) {
  const waiting = <CardShape height={72} />;
  return (
    <Suspense fallback={waiting}>
      <Needs {...props} waiting={waiting} />
    </Suspense>
  );
}
