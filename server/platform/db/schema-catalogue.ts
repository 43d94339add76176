import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { groupRoles } from './database';

/**
 * A map from each schema, table, unique index, view, function … to a hash of its definition: twelve
 * hexadecimal digits.
 */
export type SchemaFingerprint = Readonly<Record<string, string>>;

interface Line {
  readonly object: string;
  /**
   * A column, a constraint, a grant … as text. The text is the same in every supported version of
   * PostgreSQL.
   */
  readonly line: string;
}

const schemas = `('identity', 'research', 'platform')`;
/**
 * Whether a table is a monthly partition of the audit log. Such partitions are left out, since jobs
 * create and drop them (server/audit/audit-months.job.ts).
 */
const isMonth = (name: string) => `${name} ~ '^audit_\\d{4}_\\d{2}$'`;
/**
 * SQL that removes comments and repeated spaces, because PostgreSQL keeps the text of a function as
 * its author typed it.
 */
const sameText = (sql: string) =>
  `regexp_replace(regexp_replace(${sql}, '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g')`;
/**
 * SQL for the oid of the current role. It looks the role up by name, because a cast of the name to
 * an oid would need quotes for a name such as "my-app".
 */
const currentRole = '(SELECT oid FROM pg_roles WHERE rolname = current_user)';
const ours = groupRoles.map((role) => `'${role}'`).join(', ');
/**
 * SQL: a list of the privileges of the owner (listed as `owner`, because the owner's name differs
 * between installations), of PUBLIC, and of the product's roles. The list leaves out the privileges
 * of other roles, because an installation may grant these as it likes. It also leaves out MAINTAIN,
 * which exists only from PostgreSQL 17 on.
 */
const granted = (acl: string, owner: string) => `
  SELECT string_agg(format('%s to %s', g.privilege_type, CASE WHEN g.grantee = 0 THEN 'public'
      WHEN g.grantee = ${owner} THEN 'owner' ELSE g.grantee::regrole::text END), ', ' ORDER BY g.privilege_type,
      g.grantee = ${owner}, g.grantee::regrole::text COLLATE "C")
  FROM aclexplode(${acl}) g
  WHERE g.privilege_type <> 'MAINTAIN'
    AND (g.grantee IN (0, ${owner}) OR g.grantee::regrole::text IN (${ours}))`;

const relations = `
  relation AS (
    SELECT c.*, n.nspname || '.' || c.relname AS object FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ${schemas} AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
      AND NOT ${isMonth('c.relname')}
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('i', 'e') AND c.relkind = 'S')
  )`;

const definitions = [
  `SELECT 'schema ' || nspname AS object, format('owner %s, grants %s', nspowner = ${currentRole},
     (${granted(`coalesce(nspacl, acldefault('n', nspowner))`, 'nspowner')})) AS line
   FROM pg_namespace WHERE nspname IN ${schemas}`,
  `SELECT 'extension ' || extname, 'is there' FROM pg_extension WHERE extname <> 'plpgsql'`,
  `SELECT object, format('kind %s, options %s, key %s, rows secured %s %s, owner %s, grants %s, comment %s', relkind,
     CASE WHEN relkind = 'v' THEN reloptions END, pg_get_partkeydef(oid), relrowsecurity, relforcerowsecurity,
     relowner = ${currentRole},
     (${granted(`coalesce(relacl, acldefault('r', relowner))`, 'relowner')}), obj_description(oid, 'pg_class'))
   FROM relation`,
  `SELECT object, format('column %s %s %s, null %s, default %s, identity %s %s, generated %s, collation %s, grants %s,
       comment %s',
     row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum), a.attname, format_type(a.atttypid, a.atttypmod),
     NOT a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity,
     (SELECT format('%s %s %s %s', s.seqstart, s.seqincrement, s.seqmax, s.seqcycle) FROM pg_sequence s
      JOIN pg_depend p ON p.objid = s.seqrelid AND p.refobjid = a.attrelid AND p.refobjsubid = a.attnum),
     a.attgenerated, a.attcollation::regcollation,
     (${granted('a.attacl', 'r.relowner')}), col_description(a.attrelid, a.attnum))
   FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
   LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE r.relkind <> 'S'`,
  // From PostgreSQL 18 on, NOT NULL columns have constraints too. These constraints are left out,
  // since the columns already show NOT NULL.
  `SELECT object, format('constraint %s %s', c.conname, pg_get_constraintdef(c.oid))
   FROM relation r JOIN pg_constraint c ON c.conrelid = r.oid WHERE c.contype NOT IN ('n', 't')`,
  `SELECT object, format('view %s', ${sameText('pg_get_viewdef(r.oid)')}) FROM relation r WHERE relkind = 'v'`,
  `SELECT object, format('trigger %s, enabled %s', pg_get_triggerdef(t.oid), t.tgenabled)
   FROM relation r JOIN pg_trigger t ON t.tgrelid = r.oid WHERE NOT t.tgisinternal`,
  `SELECT object, format('policy %s %s %s %s %s', p.polname, p.polcmd, p.polroles::regrole[],
     pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
   FROM relation r JOIN pg_policy p ON p.polrelid = r.oid`,
  // Unique indexes are included, since they enforce rules. Each is listed as an object of its own,
  // so that additional unique indexes of a database do not count as a difference.
  `SELECT format('unique index %s', i.indexrelid::regclass),
     regexp_replace(pg_get_indexdef(i.indexrelid), ' WITH \\([^)]*\\)', '')
   FROM relation r JOIN pg_index i ON i.indrelid = r.oid WHERE i.indisunique AND i.indisvalid
     AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conrelid = r.oid AND c.conindid = i.indexrelid)`,
  // Columns of which PostgreSQL must keep no statistics, because statistics could contain values of
  // a person whose data were erased.
  `SELECT format('unsampled column %s.%s', object, a.attname), 'statistics 0'
   FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE a.attstattarget = 0`,
  // An operator may tune storage options, statistics and indexes that are not unique. So these are
  // listed under names that end with ` storage`, which the comparison ignores.
  `SELECT object || ' storage', format('options %s', (SELECT array_agg(o ORDER BY o) FROM unnest(reloptions) o))
   FROM relation WHERE relkind IN ('r', 'p')`,
  `SELECT object || ' storage', format('column %s, storage %s, statistics %s', a.attname, a.attstorage,
     nullif(a.attstattarget, -1))
   FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE r.relkind IN ('r', 'p')`,
  `SELECT object || ' storage', format('%s, valid %s, statistics %s', pg_get_indexdef(i.indexrelid), i.indisvalid,
     (SELECT array_agg(a.attstattarget ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = i.indexrelid AND a.attstattarget >= 0))
   FROM relation r JOIN pg_index i ON i.indrelid = r.oid`,
  `SELECT format('%s.%s(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)),
     format('%s, owner %s, grants %s', ${sameText('pg_get_functiondef(p.oid)')}, p.proowner = ${currentRole},
     (${granted(`coalesce(p.proacl, acldefault('f', p.proowner))`, 'p.proowner')}))
   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname IN ${schemas} AND p.prokind <> 'a'`,
  `SELECT format('type %s.%s', n.nspname, t.typname), format('%s %s %s', t.typtype, t.typnotnull,
     (SELECT array_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid))
   FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
   WHERE n.nspname IN ${schemas} AND t.typtype IN ('d', 'e', 'r')`,
  `SELECT 'default privileges', format('%s %s %s', n.nspname, d.defaclobjtype,
     (${granted('d.defaclacl', 'd.defaclrole')}))
   FROM pg_default_acl d LEFT JOIN pg_namespace n ON n.oid = d.defaclnamespace`,
];

/**
 * Reads the schemas of the product without their rows, as the owner of the database sees them.
 * @param manager of a transaction of the owner
 * @returns the lines of each object's definition, by object
 */
export async function readSchemaCatalogue(manager: EntityManager): Promise<Map<string, string[]>> {
  await manager.query(`SET LOCAL search_path = ''`);
  const lines = await manager.query<Line[]>(
    `WITH ${relations} ${definitions.join('\nUNION ALL\n')}`,
  );
  await manager.query('SET LOCAL search_path TO DEFAULT');
  const byObject = new Map<string, string[]>();
  for (const { object, line } of lines)
    byObject.set(object, [...(byObject.get(object) ?? []), line]);
  return byObject;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Computes the fingerprint of the schemas from the lines that define each object. */
export const schemaFingerprintOf = (
  catalogue: ReadonlyMap<string, readonly string[]>,
): SchemaFingerprint =>
  Object.fromEntries(
    [...catalogue]
      .map(([object, lines]) => [object, digest([...lines].sort().join('\n'))] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
