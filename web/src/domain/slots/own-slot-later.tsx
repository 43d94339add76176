import i18next from 'i18next';
import { Suspense } from 'react';
import { onDemand } from '../../ui/on-demand';
import { CardShape } from '../../ui/loading/shapes';

const OwnSlot = onDemand(async () => (await import('./own-slot')).ParticipantSlot);

/** Shows the participant's booking; its code and texts load only when a page needs them. */
export function LazyParticipantSlot({ participationId }: { participationId: string }) {
  const waiting = <CardShape height={96} />;
  return (
    <Suspense fallback={waiting}>
      <OwnSlot participationId={participationId} waiting={waiting} />
    </Suspense>
  );
}

/** Resolves once `OwnSlot` can render without waiting. */
export const whenParticipantSlotLoaded = () =>
  Promise.all([OwnSlot.settled(), i18next.loadNamespaces('slots')]);
