import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Redis from 'ioredis';
import { Client } from 'pg';
import { encodingsOf } from '../../../support/app/captured-log';
import type { TestDatabases } from '../../../support/engines/engines';

/**
 * Finds the places where one of the texts occurs, in any encoding. Searches:
 * - every column of every table, also of PostgreSQL's catalogue with its samples of values;
 * - every key of Redis;
 * - every file below the data folder;
 * - the given log lines.
 */
export async function findTracesOfTexts(
  texts: readonly string[],
  {
    engines,
    folder,
    logs,
  }: { engines: TestDatabases; folder: string; logs: Record<string, readonly string[]> },
): Promise<string[]> {
  const wanted = [...new Set(texts.flatMap(encodingsOf))];
  const found: string[] = [];
  const look = (where: string, text: string) => {
    const low = text.toLowerCase();
    for (const one of wanted) if (low.includes(one)) found.push(`${where}: ${one}`);
  };
  found.push(...(await inTables(engines, wanted)));
  await inRedis(engines, look);
  await inFiles(folder, look);
  for (const [name, lines] of Object.entries(logs))
    for (const line of lines) look(`log of ${name}`, line);
  return found;
}

async function inTables(engines: TestDatabases, wanted: string[]): Promise<string[]> {
  const owner = new Client({ connectionString: engines.migrationDatabaseUrl });
  await owner.connect();
  try {
    const found: string[] = [];
    const { rows } = await owner.query<{ name: string; columns: string[] }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name, array_agg(a.attname::text) AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind IN ('r', 'm') AND a.attnum > 0 AND NOT a.attisdropped
         AND n.nspname NOT LIKE 'pg_toast%' AND n.nspname <> 'information_schema'
       GROUP BY 1`,
    );
    if (rows.length < 60) throw new Error('these are not all tables');
    for (const { name, columns } of rows) {
      const inRows = await owner.query(
        `SELECT 1
         FROM (SELECT lower(concat_ws(' ', ${columns.map((column) => `t."${column}"::text`).join(', ')})) AS words
         FROM ${name} t OFFSET 0) r, unnest($1::text[]) AS w WHERE strpos(r.words, w) > 0 LIMIT 1`,
        [wanted],
      );
      if (inRows.rowCount === 0) continue;
      for (const column of columns) {
        const hits = await owner.query<{ text: string }>(
          `SELECT w AS text FROM unnest($1::text[]) AS w
           WHERE EXISTS (SELECT 1 FROM ${name} t WHERE strpos(lower(t."${column}"::text), w) > 0)`,
          [wanted],
        );
        for (const { text } of hits.rows) found.push(`${name}.${column}: ${text}`);
      }
    }
    return found;
  } finally {
    await owner.end();
  }
}

async function inRedis(
  { redisUrl }: TestDatabases,
  look: (where: string, text: string) => void,
): Promise<void> {
  if (redisUrl === undefined) return;
  const redis = new Redis(redisUrl);
  try {
    for (const key of await redis.keys('*')) {
      const read: Record<string, () => Promise<unknown>> = {
        string: () => redis.get(key),
        hash: () => redis.hgetall(key),
        list: () => redis.lrange(key, 0, -1),
        set: () => redis.smembers(key),
        zset: () => redis.zrange(key, 0, -1),
        stream: () => redis.xrange(key, '-', '+'),
      };
      const type = await redis.type(key);
      if (type === 'none') continue; // the file was deleted since it was listed
      const reader = read[type];
      if (!reader) throw new Error(`nobody reads Redis' ${type}`);
      look(`redis ${key}`, `${key} ${JSON.stringify(await reader())}`);
    }
  } finally {
    redis.disconnect();
  }
}

async function inFiles(folder: string, look: (where: string, text: string) => void): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    look('a file name', path);
    if (entry.isFile())
      look(
        path,
        `${(await readFile(path)).toString('latin1')} ${(await readFile(path)).toString('utf8')}`,
      );
  }
}
