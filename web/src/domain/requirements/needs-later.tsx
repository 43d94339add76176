import { Suspense } from 'react';
import { onDemand } from '../../ui/on-demand';
import type { BrowserNeedsProps } from './needs';
import { CardShape } from '../../ui/loading/shapes';

const Needs = onDemand(async () => (await import('./needs')).BrowserNeeds);

/**
 * Shows what a study needs of a browser. The component and its texts are loaded only if a study
 * needs something.
 */
export function LazyBrowserNeeds(props: BrowserNeedsProps) {
  const waiting = <CardShape height={72} />;
  return (
    <Suspense fallback={waiting}>
      <Needs {...props} waiting={waiting} />
    </Suspense>
  );
}
