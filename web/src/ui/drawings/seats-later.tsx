import { onDemand } from '../on-demand';

/** The drawing where a page must be light, or where most people do not see it. */
export const SeatsLater = onDemand(async () => (await import('./seats')).Seats);
