export const regions = ['eu', 'us', 'global'] as const;
export type Region = (typeof regions)[number];

/** Returns the region that the first label of a host names (docs/specification.md, 2). */
export const regionOf = (hostname: string): Region => {
  const first = hostname.toLowerCase().split('.')[0];
  return first === 'eu' || first === 'us' ? first : 'global';
};

const isRegion = (value: string): value is Region => regions.some((region) => region === value);

/**
 * Returns the visitor's region according to the header `Visitor-Region`; `us` if the header is
 * missing or unknown (docs/specification.md, 7).
 */
export const regionFromHeader = (header: string | null): Region =>
  header !== null && isRegion(header) ? header : 'us';

/**
 * Returns the address of this site in another region; null if the host is an IP address, which
 * belongs to no region.
 */
export function regionSiteUrl(
  region: Region,
  { protocol, hostname, port }: Pick<Location, 'protocol' | 'hostname' | 'port'>,
): string | null {
  if (/^[\d.]+$|:/.test(hostname)) return null;
  const base = hostname.replace(regionOf(hostname) === 'global' ? /^www\./ : /^[^.]+\./, '');
  return `${protocol}//${region === 'global' ? '' : `${region}.`}${base}${port && `:${port}`}/`;
}
