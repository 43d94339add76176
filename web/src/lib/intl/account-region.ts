import { changeProfile, type User } from '../../../../contracts/accounts/accounts';
import { momentLocale } from './format';
import { call } from '../http/api';
import { queryClient } from '../query-client';
import { readToken } from '../http/token';
import { profileQuery } from '../auth/user';

/** The zone of this browser; undefined where it knows none (`Etc/Unknown`). */
export function knownZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== 'Etc/Unknown' ? timeZone : undefined;
}

/** The time zone and region of this browser; what it does not reveal is left out. */
export function ownRegion(): { zone?: string; region?: string } {
  const zone = knownZone();
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
 * as its pages do. What it has stays: it may be chosen in the profile. Each is sent apart: of the two, the server
 * may not know one. A failure is ignored; the next sign-in tries again.
 */
export async function completeAccountRegion({
  zone,
  region,
}: Pick<User, 'zone' | 'region'>): Promise<void> {
  const own = ownRegion();
  if (zone === null && own.zone) await keep({ zone: own.zone });
  if (region === null && own.region) await keep({ region: own.region });
}

async function keep(body: { zone: string } | { region: string }): Promise<void> {
  const token = readToken();
  if (token === null) return;
  try {
    const user = await call(changeProfile, { body });
    if (user && readToken() === token) queryClient.setQueryData(profileQuery().queryKey, user);
  } catch {
    /* the mails say UTC until then */
  }
}
