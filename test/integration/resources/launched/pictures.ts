import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DataSource } from 'typeorm';
import type { BytesModel } from './bytes-model';

const { fromEntries } = Object;
/**
 * Converts to JSON and back: arrays of the database driver and of cloned models have other
 * prototypes, and would count as different.
 */
const plain = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

const picture = ({ things, studies, launched }: BytesModel) => ({
  things: fromEntries(
    [...things].map(([id, { kind, owner, parent, name, binnedAt, hashes }]) => [
      id,
      { kind, owner, parent, name, binned: binnedAt !== null, hashes },
    ]),
  ),
  versions: fromEntries(
    [...studies].flatMap(([study, { versions }]) =>
      [...versions].map(([id, { files, frozen }]) => [
        id,
        { study, frozen, files: fromEntries(files) },
      ]),
    ),
  ),
  drafts: fromEntries(
    [...studies].flatMap(([id, { draft }]) => (draft.size > 0 ? [[id, fromEntries(draft)]] : [])),
  ),
  launched: fromEntries(
    [...launched].map(([id, { version, files }]) => [id, { version, files: fromEntries(files) }]),
  ),
});

export type TablesSnapshot = ReturnType<typeof picture>;

/** Returns the rows that the tables must have, according to a model. */
export const expectedSnapshotOf = (model: BytesModel): TablesSnapshot =>
  plain(picture(model)) as TablesSnapshot;

export const snapshotDifferences = (wanted: TablesSnapshot, found: TablesSnapshot): object[] =>
  (Object.keys(texts) as (keyof TablesSnapshot)[]).flatMap((name) =>
    [...new Set([...Object.keys(wanted[name]), ...Object.keys(found[name])])]
      .filter((id) => !isDeepStrictEqual(wanted[name][id], found[name][id]))
      .map((id) => ({ name, id, wanted: wanted[name][id], found: found[name][id] })),
  );

interface Row {
  readonly id: string;
  readonly shown: object;
}

const texts = {
  things: `SELECT r.id, jsonb_build_object('kind', r.kind, 'owner', r.owner_id, 'parent', r.parent_id, 'name', r.name,
      'binned', r.deleted_at IS NOT NULL, 'hashes', coalesce((SELECT jsonb_agg(v.sha256 ORDER BY v.number)
        FROM research.resource_version v WHERE v.resource_id = r.id), '[]')) AS shown
    FROM research.resource r`,
  versions: `SELECT v.id, jsonb_build_object('study', v.study_id, 'frozen', v.frozen,
      'files', jsonb_object_agg(f.path, f.sha256)) AS shown
    FROM research.study_version v JOIN research.study_version_file f ON f.version_id = v.id GROUP BY v.id`,
  drafts: `SELECT study_id AS id, jsonb_object_agg(path, sha256) AS shown
    FROM research.study_timeline_file GROUP BY study_id`,
  launched: `SELECT s.id, jsonb_build_object('version', s.snapshot->'runtime'->'version_id',
      'files', jsonb_object_agg(f.path, f.sha256)) AS shown
    FROM research.session s JOIN research.study_version_file f
      ON f.version_id::text = s.snapshot->'runtime'->>'version_id'
    WHERE s.launched_at IS NOT NULL GROUP BY s.id`,
};

/** Reads the rows of the tables, in the form in which the model gives them. */
export async function readTablesSnapshot(source: DataSource): Promise<TablesSnapshot> {
  const found: [string, object][] = [];
  for (const [name, text] of Object.entries(texts)) {
    const rows: Row[] = await source.query(text);
    found.push([name, fromEntries(rows.map(({ id, shown }) => [id, shown]))]);
  }
  return plain(fromEntries(found)) as TablesSnapshot;
}

/** Finds names that two files or folders outside the bin have in one folder. */
export const duplicateNames = (source: DataSource): Promise<object[]> =>
  source.query(
    `SELECT parent_id, name_key FROM research.resource WHERE deleted_at IS NULL AND parent_id IS NOT NULL
     GROUP BY parent_id, name_key HAVING count(*) > 1`,
  );

/** Reads the contents on disk: for each name, the hash of its bytes. */
export async function readContentsOnDisk(dataDir: string): Promise<Map<string, string>> {
  const root = join(dataDir, 'objects');
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const found = new Map<string, string>();
  for (const name of names) {
    const hash = /[0-9a-f]{64}$/.exec(name)?.[0];
    if (hash === undefined) continue;
    found.set(
      hash,
      createHash('sha256')
        .update(await readFile(join(root, name)))
        .digest('hex'),
    );
  }
  return found;
}
