import { changeProfile, type User } from '../../../../contracts/accounts/accounts';
import { dateTimeLocale } from './format';
import { call } from '../http/api';
import { queryClient } from '../query-client';
import { readToken } from '../http/token';
import { profileQuery } from '../auth/user';

/** Returns the time zone of this browser; undefined if the browser knows none (`Etc/Unknown`). */
export function browserTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && timeZone !== 'Etc/Unknown' ? timeZone : undefined;
}

/**
 * Returns the time zone and the region of this browser; each is left out if the browser does not
 * reveal it.
 */
export function browserRegion(): { zone?: string; region?: string } {
  const zone = browserTimeZone();
  const region = regionOf(dateTimeLocale());
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
 * Runs after a sign-in. If the account has no time zone or no region, it gets the browser's, so
 * that emails show the same times as pages. A value that the account already has stays, since the
 * person may have chosen it. Each value has its own request, so that one value is stored even if
 * the server refuses the other. A failure is ignored; the next sign-in tries again.
 */
export async function completeAccountRegion({
  zone,
  region,
}: Pick<User, 'zone' | 'region'>): Promise<void> {
  const own = browserRegion();
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
    /* until the next sign-in, the mails to this person show times in UTC */
  }
}
