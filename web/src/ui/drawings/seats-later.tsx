import { onDemand } from '../on-demand';

/**
 * The drawing of seats, for pages that must stay small or on which most people do not see it. Its
 * file is fetched on demand.
 */
export const LazySeatsDrawing = onDemand(async () => (await import('./seats')).SeatsDrawing);
