import { Client } from 'pg';
import { fillOrganizations } from '../../../server/researchers/organizations/fill-organizations';
import { importOrganizations } from '../../../server/researchers/organizations/import-organizations';
import type { RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { registryRecord } from './registry-dump';

export interface OrganizationHit {
  name: string;
  ror_id: string | null;
  country: string | null;
  domains: string[];
}

export const universityOfOslo = registryRecord(1, 'Universitetet i Oslo', {
  domains: ['uio.no'],
  aliases: ['University of Oslo', 'Royal Frederick University'],
  acronyms: ['UiO'],
});
export const instituteOfSomewhat = registryRecord(2, 'Institute of Somewhat', {
  country: 'DE',
  domains: ['www.Somewhat.de', 'not a domain'],
  acronyms: ['IOSW'],
});

/** Organizations that share their acronyms with others. */
export const sharedAcronyms = [
  registryRecord(20, 'Massachusetts Institute of Technology', {
    country: 'US',
    domains: ['mit.edu'],
    acronyms: ['MIT'],
  }),
  registryRecord(21, 'Manipal Institute of Technology', {
    country: 'IN',
    domains: ['manipal.edu'],
    acronyms: ['MIT'],
  }),
  registryRecord(22, 'Mitra Museum', { country: 'PT', aliases: ['Mit'] }),
  registryRecord(23, 'ETH Zurich', {
    country: 'CH',
    domains: ['ethz.ch'],
    aliases: [
      'Eidgenössische Technische Hochschule Zürich',
      'Swiss Federal Institute of Technology in Zurich',
    ],
    acronyms: ['ETH', 'ETHZ'],
  }),
  registryRecord(24, 'Eth Bank', { country: 'US' }),
  registryRecord(25, 'University College London', {
    country: 'GB',
    domains: ['ucl.ac.uk'],
    acronyms: ['UCL'],
  }),
  registryRecord(26, 'UCLouvain', {
    country: 'BE',
    domains: ['uclouvain.be', 'ucl.ac.be'],
    aliases: ['Université Catholique de Louvain'],
    acronyms: ['UCL', 'UCLouvain'],
  }),
  registryRecord(27, 'Unione Calcio Lecco', { country: 'IT', acronyms: ['UCL'] }),
  registryRecord(28, 'UCL Bakery', { country: 'GB' }),
];

/** Imports dumps of the registry, and reads the resulting organizations. */
export const organizationImportsOf = ({ engines, http, source }: RunningApp) => {
  const importDump = (path: string, lines: string[] = []) =>
    importOrganizations(engines.migrationDatabaseUrl, path, (line) => void lines.push(line));
  /** Restores the organizations that every installation starts with. */
  const reset = async () => {
    // The role of the application may not delete organizations.
    const owner = new Client({ connectionString: engines.migrationDatabaseUrl });
    await owner.connect();
    await owner.query('DELETE FROM identity.organization WHERE ror_id IS NOT NULL');
    await owner.end();
    await fillOrganizations(engines.migrationDatabaseUrl);
  };
  const find = async (org: string) =>
    (
      await bodyOf<{ items: OrganizationHit[] }>(
        http().get('/api/researchers/organizations/').query({ org }).expect(200),
      )
    ).items;
  const everything = (): Promise<unknown[]> =>
    source.query(
      `SELECT source, name, country, ror_id, aliases, domains, names FROM identity.organization
       ORDER BY source, name, country, ror_id`,
    );
  const count = async (where: string) =>
    (
      await source.query<{ n: number }[]>(
        `SELECT count(*)::int AS n FROM identity.organization WHERE ${where}`,
      )
    )[0]?.n;
  return { importDump, reset, find, everything, count };
};
