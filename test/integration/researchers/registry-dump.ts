import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';

interface Record_ {
  id: string;
  status: string;
  names: { value: string; types: string[]; lang: string | null }[];
  locations: object[];
  domains: string[];
  types: string[];
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** Makes an identifier in the form of the registry's; its check digits are not valid. */
export const rorIdOf = (n: number) => {
  const digits = Array.from({ length: 6 }, (_, i) => alphabet[Math.floor(n / 32 ** (5 - i)) % 32]);
  return `https://ror.org/0${digits.join('')}${String(n % 97).padStart(2, '0')}`;
};

/** Makes a record in the format of the dump, including fields that the import ignores. */
export const registryRecord = (
  n: number,
  name: string,
  more: {
    country?: string;
    domains?: string[];
    status?: string;
    aliases?: string[];
    acronyms?: string[];
  } = {},
): Record_ & Record<string, unknown> => ({
  admin: { created: { date: '2018-11-14', schema_version: '1.0' } },
  established: 1900,
  external_ids: [],
  links: [{ type: 'website', value: 'https://www.example.test/' }],
  relationships: [],
  id: rorIdOf(n),
  status: more.status ?? 'active',
  types: ['education'],
  domains: more.domains ?? [],
  locations: [
    {
      geonames_id: 3143244,
      geonames_details: {
        country_code: more.country ?? 'NO',
        country_name: 'Somewhere',
        lat: 1,
        lng: 2,
        name: 'Town',
      },
    },
  ],
  names: [
    ...(more.acronyms ?? []).map((value) => ({ value, types: ['acronym'], lang: null })),
    { value: name, types: ['ror_display', 'label'], lang: 'en' },
    ...(more.aliases ?? []).map((value) => ({ value, types: ['alias'], lang: null })),
  ],
});

/** Makes a folder for the files of one test. `remove` removes the folder with its files. */
export async function openDumpFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'commonlab-dump-'));
  const write = async (name: string, content: string | Uint8Array) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  return {
    write,
    json: (records: unknown) =>
      write(`${Math.random()}-ror-data.json`, JSON.stringify(records, null, 2)),
    zip: (files: Record<string, unknown>) =>
      write(
        'v2.0-ror-data.zip',
        zipSync(
          Object.fromEntries(
            Object.entries(files).map(([name, content]) => [
              name,
              strToU8(typeof content === 'string' ? content : JSON.stringify(content)),
            ]),
          ),
        ),
      ),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
