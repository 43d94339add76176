import { onDemand } from '../on-demand';

/**
 * The drawing for pages that must stay small, or on which most people do not see it; it is fetched
 * on demand.
 */
export const LazySeats = onDemand(async () => (await import('./seats')).Seats);
