import { changeProfile, type User } from '../../../../contracts/accounts';
import { momentLocale } from '../format';
import { call } from '../http/api';
import { queryClient } from '../http/query-client';
import { readToken } from '../http/token';
import { profileQuery } from '../user';

/** The zone of this browser, and the region in whose way it writes moments; what it does not tell is left out. */
export function ownRegion(): { zone?: string; region?: string } {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  const region = regionOf(momentLocale());
  return { ...(zone && { zone }), ...(region && { region }) };
}

function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).maximize().region;
  } catch {
    return undefined;
  }
}

/**
 * After a sign-in: an account that has no zone or no region takes this browser's, so that its emails say moments
 * as its pages do. What it has stays: it may be chosen in the profile. A failure is ignored; the next sign-in
 * tries again.
 */
export async function keepRegionOf({ zone, region }: Pick<User, 'zone' | 'region'>): Promise<void> {
  const token = readToken();
  const own = ownRegion();
  const body = {
    ...(zone === null && own.zone && { zone: own.zone }),
    ...(region === null && own.region && { region: own.region }),
  };
  if (token === null || Object.keys(body).length === 0) return;
  try {
    const user = await call(changeProfile, { body });
    if (user && readToken() === token) queryClient.setQueryData(profileQuery().queryKey, user);
  } catch {
    /* the mails say UTC until then */
  }
}
