import { Client } from 'pg';
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
  // The role of the application may not delete organizations.
  const owned = async (statement: string) => {
    const owner = new Client({ connectionString: engines.migrationDatabaseUrl });
    await owner.connect();
    await owner.query(statement);
    await owner.end();
  };
  /** Keeps a copy of the organizations for `reset`. */
  const keep = () => owned('CREATE TABLE public.kept AS TABLE identity.organization');
  /**
   * Restores the organizations that every installation starts with. An import can remove an
   * organization of this list, but never changes one.
   */
  const reset = () =>
    owned(
      `DELETE FROM identity.organization WHERE ror_id IS NOT NULL;
       INSERT INTO identity.organization SELECT * FROM public.kept k
       WHERE NOT EXISTS (SELECT 1 FROM identity.organization o WHERE o.id = k.id)
         AND NOT EXISTS (SELECT 1 FROM identity.organization o WHERE o.source = k.source
           AND o.name = k.name AND o.country IS NOT DISTINCT FROM k.country)`,
    );
  const find = async (org: string) =>
    (
      await bodyOf<{ items: OrganizationHit[] }>(
        http().get('/api/researchers/organizations/').query({ org }).expect(200),
      )
    ).items;
  /** Returns the number of organizations, and a hash of all their columns. */
  const everything = (): Promise<{ n: number; hash: string }[]> =>
    source.query(
      `SELECT count(*)::int AS n, md5(string_agg(o::text, E'\n' ORDER BY id)) AS hash
       FROM identity.organization o`,
    );
  const count = async (where: string) =>
    (
      await source.query<{ n: number }[]>(
        `SELECT count(*)::int AS n FROM identity.organization WHERE ${where}`,
      )
    )[0]?.n;
  return { importDump, keep, reset, find, everything, count };
};
