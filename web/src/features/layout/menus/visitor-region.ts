import { config } from '../../../lib/http/config';
import { type Region, regionFromHeader } from './regions.rule';

/** How long the open menu waits for the suggested region, in milliseconds. */
const patience = 5_000;

/** Asks the server for the visitor's region; the US if the request fails. */
export async function fetchVisitorRegion(): Promise<Region> {
  try {
    const answer = await fetch(`${config.apiUrl}/robots.txt`, {
      signal: AbortSignal.timeout(patience),
    });
    return regionFromHeader(answer.ok ? answer.headers.get('visitor-region') : null);
  } catch {
    return regionFromHeader(null);
  }
}
