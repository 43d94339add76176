const MB = 1024 * 1024;
const inMB = (/** @type {string | number} */ bytes) => (Number(bytes) / MB).toFixed(1);

/** @typedef {Map<string, { rows: number, bytes: number, indexes: number }>} Sizes */

/**
 * Reads the rows and bytes of each table of the product. A partitioned table counts with all of its
 * partitions.
 * @param {import('pg').Client} db @returns {Promise<Sizes>}
 */
export async function readTableSizes(db) {
  const { rows } = await db.query(
    `SELECT n.nspname || '.' || c.relname AS name, sum(pg_total_relation_size(part.relid)) AS bytes,
       sum(pg_indexes_size(part.relid)) AS indexes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, pg_partition_tree(c.oid) part
     WHERE n.nspname IN ('platform', 'identity', 'research') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     GROUP BY 1
     UNION ALL
     SELECT n.nspname || '.' || c.relname, pg_total_relation_size(c.oid), pg_indexes_size(c.oid)
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('platform', 'identity', 'research') AND c.relkind = 'r' AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_partition_tree(c.oid))`,
  );
  /** @type {Sizes} */
  const sizes = new Map();
  for (const { name, bytes, indexes } of rows) {
    const counted = await db.query(`SELECT count(*)::bigint AS n FROM ${name}`);
    const count = Number(counted.rows[0].n);
    if (count > 0 || Number(bytes) > MB)
      sizes.set(name, { rows: count, bytes: Number(bytes), indexes: Number(indexes) });
  }
  return sizes;
}

/**
 * Prints one line per table, the largest first, with a column for each point in time.
 * @param {[string, Sizes][]} moments
 */
export function printSizes(moments) {
  const names = [...new Set(moments.flatMap(([, sizes]) => [...sizes.keys()]))];
  const largest = (/** @type {string} */ name) =>
    Math.max(...moments.map(([, sizes]) => sizes.get(name)?.bytes ?? 0));
  names.sort((a, b) => largest(b) - largest(a));
  console.log(
    `| table | ${moments.map(([moment]) => `rows, MB (indexes) ${moment}`).join(' | ')} |`,
  );
  console.log(`|---${'|---'.repeat(moments.length)}|`);
  const cell = (/** @type {Sizes} */ sizes, /** @type {string} */ name) => {
    const size = sizes.get(name);
    return size
      ? `${size.rows.toLocaleString('en')}, ${inMB(size.bytes)} (${inMB(size.indexes)})`
      : '–';
  };
  for (const name of names)
    console.log(`| ${name} | ${moments.map(([, sizes]) => cell(sizes, name)).join(' | ')} |`);
  const all = moments.map(([, sizes]) =>
    inMB([...sizes.values()].reduce((sum, { bytes }) => sum + bytes, 0)),
  );
  console.log(`| all | ${all.join(' | ')} |`);
}
