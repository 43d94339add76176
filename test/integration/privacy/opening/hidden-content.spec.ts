/** @lane quick */
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { strToU8, zipSync } from 'fflate';
import { timeOrderedId } from '../../../../server/platform/db/ids';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { makePerson } from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { injectedRequestsOf } from '../../enrolment/direct-requests';
import { dumpAllTables, linkableValuesOf, sharedValues } from '../dump';
import { valuesInFact } from '../facts';
import { hiddenContentOf } from './hidden-content';

const id = '0b0f3c52-6d2b-4c63-9d0e-8f7a5a1d4e11';
const copyOf = (account: string, participation: string): Buffer =>
  Buffer.from(
    zipSync({
      'account.json': strToU8(JSON.stringify({ _id: account })),
      'participations.json': strToU8(JSON.stringify({ items: [{ _id: participation }] })),
    }),
  );

describe('The content of a value of a dump', () => {
  const zip = copyOf('a', id);
  it.each([
    ['a ZIP', zip],
    ['the first part of a ZIP, which ends before its index', zip.subarray(0, zip.length - 60)],
    ['gzip', gzipSync(JSON.stringify({ id }))],
    ['a ZIP in gzip', gzipSync(zip)],
    ['a ZIP in base64', zip.toString('base64')],
    ['a ZIP in hex, as PostgreSQL writes a column of bytes', `\\x${zip.toString('hex')}`],
    ['JSON in a text', JSON.stringify({ deep: JSON.stringify({ id }) })],
    ['base64 in JSON in a text', JSON.stringify({ part: gzipSync(id).toString('base64') })],
    [
      'lists in lists, twenty thousand levels deep',
      `${'['.repeat(20_000)}"${id}"${']'.repeat(20_000)}`,
    ],
    ['a text as bytes', Buffer.from(`participation ${id}`)],
  ])('is decoded: %s', (_, value) => {
    expect(JSON.stringify(hiddenContentOf(value))).toContain(id);
    const found = valuesInFact({ value }).some((leaf) => String(leaf.value).includes(id));
    expect(found).toBe(true);
  });

  it('is nothing for encrypted or random bytes', () => {
    expect(hiddenContentOf(Buffer.from('8f00ff13aa0192fe8810bb', 'hex'))).toBeUndefined();
    expect(hiddenContentOf(id)).toBeUndefined();
    expect(hiddenContentOf('Correct horse')).toBeUndefined();
  });
});

describe('A decoded dump', () => {
  let run: RunningApp;
  let owner: Client;
  beforeAll(async () => {
    run = await sharedApp();
    owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await run.close();
  });

  it('joins a person and a participation only through an unencrypted copy that the test added', async () => {
    const person = await makePerson(run.source);
    const r = await recruit(run);
    const { body } = await injectedRequestsOf(run).enrol(r, person);
    const joined = async () => {
      const [account = new Set<string>(), participation = new Set<string>()] = linkableValuesOf(
        await dumpAllTables(run.engines.migrationDatabaseUrl),
        [person._id, body._id],
      );
      return sharedValues(account, participation);
    };
    expect(await joined()).toEqual([]);
    await owner.query(`CREATE TABLE identity.planted (id uuid, bytes bytea)`);
    try {
      await owner.query(`INSERT INTO identity.planted VALUES ($1, $2)`, [
        timeOrderedId(),
        copyOf(person._id, body._id),
      ]);
      expect(await joined()).toEqual(expect.arrayContaining([person._id, body._id]));
    } finally {
      await owner.query(`DROP TABLE identity.planted`);
    }
    // Time limit: the dump contains what all earlier tests have left in the database.
  }, 60_000);
});
