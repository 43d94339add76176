import { onDemand } from '../on-demand';

/** The drawing for pages that must be light, or where most people do not see it; it is fetched on demand. */
export const SeatsLater = onDemand(async () => (await import('./seats')).Seats);
