import { config } from '../../../lib/http/config';
import { type Region, visitorRegionIn } from './regions.rule';

/** In milliseconds: who has the menu open waits no longer for a suggestion. */
const patience = 5_000;

/** Where the visitor seems to be, by the server's answer; a failure counts as the US. */
export async function visitorRegion(): Promise<Region> {
  try {
    const answer = await fetch(`${config.apiUrl}/robots.txt`, {
      signal: AbortSignal.timeout(patience),
    });
    return visitorRegionIn(answer.ok ? answer.headers.get('visitor-region') : null);
  } catch {
    return visitorRegionIn(null);
  }
}
