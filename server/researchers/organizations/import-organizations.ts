import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { parser } from 'stream-json';
import { streamArray } from 'stream-json/streamers/StreamArray';
import { readDumpJson } from './dump-file';
import { fillUniversities, acquireOrganizationsLock, mergeDomains } from './fill-organizations';
import { organizationRowColumns, organizationRowOf } from './organization-row';
import type { ListedOrganization } from './organization-names.rule';
import { organizationOf, RorRecord } from './ror-record';
import { recordOrganizationsChanged } from './record-organizations-changed';

const batchSize = 2_000;
const progressEvery = 10_000;

export interface ImportCounts {
  records: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  merged: number;
}

/**
 * Imports a dump of the Research Organization Registry (JSON of schema 2, or the released ZIP
 * archive). Adds or changes active records, and removes inactive and withdrawn records. Merges the
 * universities that came with the product into the registry's records. All of this is one
 * transaction, so a broken file changes nothing. To import the same file again changes nothing.
 * @throws Error that says what is wrong with which record
 */
export async function importOrganizations(
  ownerUrl: string,
  path: string,
  say: (line: string) => void,
): Promise<ImportCounts> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await acquireOrganizationsLock(client);
    await client.query(
      `CREATE TEMP TABLE incoming (${organizationRowColumns}) ON COMMIT DROP; CREATE TEMP TABLE gone (ror_id text) ON COMMIT DROP`,
    );
    const { records, active } = await stage(client, path, say);
    say(`${records} records read, ${active} of them active; comparing`);
    const { added, changed, removed } = await apply(client);
    const universities = await fillUniversities(client);
    await client.query('ANALYZE identity.organization');
    if (
      added +
        changed +
        removed +
        universities.added +
        universities.changed +
        universities.removed +
        universities.merged >
      0
    )
      await recordOrganizationsChanged(client);
    await client.query('COMMIT');
    return {
      records,
      added,
      changed,
      unchanged: active - added - changed,
      removed,
      merged: universities.removed,
    };
  } finally {
    await client.end();
  }
}

/** Reads the file into two temporary tables: the active organizations and the removed ones. */
async function stage(
  client: Client,
  path: string,
  say: (line: string) => void,
): Promise<{ records: number; active: number }> {
  const seen = new Set<string>();
  let active = 0;
  let incoming: ListedOrganization[] = [];
  let gone: string[] = [];
  const write = async () => {
    await client.query(
      `INSERT INTO incoming SELECT * FROM jsonb_to_recordset($1::jsonb) AS o (${organizationRowColumns})`,
      [JSON.stringify(incoming.map(organizationRowOf))],
    );
    await client.query(`INSERT INTO gone SELECT unnest($1::text[])`, [gone]);
    [incoming, gone] = [[], []];
  };
  const take = async (key: number, value: unknown) => {
    const record = readRecord(key, value);
    if (seen.has(record.id)) throw new Error(`record ${key + 1}: ${record.id} is there twice`);
    seen.add(record.id);
    const organization = record.status === 'active' ? organizationOf(record) : undefined;
    if (organization) active++;
    if (organization) incoming.push(organization);
    else gone.push(record.id);
    if (incoming.length + gone.length >= batchSize) await write();
    if (seen.size % progressEvery === 0) say(`${seen.size} records read`);
  };
  let refused: Error | undefined;
  await pipeline(
    readDumpJson(path),
    parser(),
    streamArray(),
    async (records: AsyncIterable<{ key: number; value: unknown }>) => {
      for await (const { key, value } of records) {
        await take(key, value).catch((error: unknown) => {
          refused = error instanceof Error ? error : new Error(String(error));
          throw refused;
        });
      }
    },
  ).catch((error: unknown) => {
    // If a record is refused, the pipeline reports only that it was aborted, so the parser's own
    // error, which names the fault, is thrown instead.
    if (refused) throw refused;
    if (error instanceof Error && /^(Parser|Top-level)/.test(error.message))
      throw new Error(
        `the file is no complete list in JSON (after ${seen.size} records: ${error.message})`,
        { cause: error },
      );
    throw error;
  });
  await write();
  if (active === 0) throw new Error('the file holds no active organization');
  return { records: seen.size, active };
}

function readRecord(key: number, value: unknown): RorRecord {
  const parsed = RorRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const id = (value as { id?: unknown } | null)?.id;
  throw new Error(
    `record ${key + 1}${typeof id === 'string' ? ` (${id.slice(0, 100)})` : ''} is no record ` +
      `of the registry's schema 2: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
  );
}

/**
 * Writes the staged organizations to the table, but only rows that differ: a second import is then
 * cheap and reports no changes. Organizations that the dump does not contain stay: they are newer
 * than the dump.
 */
async function apply(client: Client): Promise<{ added: number; changed: number; removed: number }> {
  await client.query('ANALYZE incoming');
  await mergeDomains(client, 'incoming');
  const { rows } = await client.query<{ is_new: boolean }>(
    `INSERT INTO identity.organization AS o (id, source, name, country, ror_id, aliases, domains, names)
     SELECT i.id, 'ror', i.name, i.country, i.ror_id, i.aliases, i.domains, i.names FROM incoming i
     LEFT JOIN identity.organization e ON e.ror_id = i.ror_id
     WHERE e.id IS NULL OR (e.name, e.country, e.aliases, e.domains, e.names) IS DISTINCT
     FROM (i.name, i.country, i.aliases, i.domains, i.names)
     ON CONFLICT (ror_id) DO UPDATE
     SET name = EXCLUDED.name, country = EXCLUDED.country, aliases = EXCLUDED.aliases,
       domains = EXCLUDED.domains, names = EXCLUDED.names, updated_at = now()
     RETURNING (xmax = 0) AS is_new`,
  );
  const added = rows.filter((row) => row.is_new).length;
  const { rowCount } = await client.query(
    `DELETE FROM identity.organization o USING gone g WHERE o.ror_id = g.ror_id`,
  );
  return { added, changed: rows.length - added, removed: rowCount ?? 0 };
}
