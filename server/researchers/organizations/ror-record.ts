import { z } from 'zod';
import { domainOf, type ListedOrganization } from './organization-names.rule';

/**
 * Matches an identifier of the registry as the registry itself defines it; the contract's
 * ProfileDetails accepts the same texts.
 */
export const rorIdPattern = /^https:\/\/ror\.org\/0[a-hj-km-np-tv-z0-9]{6}[0-9]{2}$/;

/**
 * The fields that the server reads of a registry record, in schema 2
 * (https://ror.readme.io/docs/data-structure). Records have this form both in the registry's dump
 * and in its API.
 */
export const RorRecord = z.object({
  id: z.string().regex(rorIdPattern),
  status: z.enum(['active', 'inactive', 'withdrawn']),
  names: z.array(z.object({ value: z.string(), types: z.array(z.string()) })).min(1),
  locations: z.array(
    z.object({ geonames_details: z.object({ country_code: z.string().nullish() }) }),
  ),
  domains: z.array(z.string()).nullish(),
});
export type RorRecord = z.output<typeof RorRecord>;

const clean = (name: string) =>
  name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();

/** @returns undefined for a record without a name to show. */
export function organizationOf(record: RorRecord): ListedOrganization | undefined {
  const ofType = (type: string) => record.names.find((name) => name.types.includes(type));
  const name = clean((ofType('ror_display') ?? ofType('label') ?? record.names[0])?.value ?? '');
  if (name === '') return undefined;
  const country =
    record.locations
      .map((location) => location.geonames_details.country_code?.toUpperCase())
      .find((code) => code !== undefined && /^[A-Z]{2}$/.test(code)) ?? null;
  const aliases = [...new Set(record.names.map(({ value }) => clean(value)))].filter(
    (alias) => alias !== '' && alias !== name,
  );
  const domains = [
    ...new Set((record.domains ?? []).map(domainOf).filter((domain) => domain !== null)),
  ].sort();
  return { name, ror_id: record.id, country, aliases, domains };
}
