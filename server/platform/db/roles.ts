import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { functionRoles, groupRoles } from './database';

// "CLAB": all databases of a cluster share its roles, so they share this lock
const advisoryLock = 0x434c4142;

/**
 * Creates the group roles and function roles (NOLOGIN). If the application does not sign in as the
 * database's owner, it also creates the application's login role (NOINHERIT) and grants it each
 * group role. Idempotent; several processes may call it at the same time.
 * @throws Error if roles are missing and the owner may not create them
 */
export async function createDatabaseRoles(ownerUrl: string, applicationUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLock]);
    const exists = async (role: string) =>
      ((await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])).rowCount ?? 0) > 0;
    for (const role of [...groupRoles, ...functionRoles])
      if (!(await exists(role))) await client.query(`CREATE ROLE ${role} NOLOGIN`);
    const owner =
      (await client.query<{ name: string }>('SELECT current_user AS name')).rows[0]?.name ?? '';
    const { username, password } = new URL(applicationUrl);
    const login = decodeURIComponent(username) || owner;
    if (login !== owner && !(await exists(login))) {
      await client.query(
        `CREATE ROLE ${escapeIdentifier(login)} LOGIN NOINHERIT PASSWORD ${escapeLiteral(decodeURIComponent(password))}`,
      );
    }
    // The owner is a member of the function roles, because migrations, which run as the owner,
    // assign functions to them.
    const members = [
      ...groupRoles.map((role) => [role, login] as const),
      ...functionRoles.map((role) => [role, owner] as const),
    ];
    for (const [role, member] of members) {
      // Grants a membership only if it does not exist yet. A second GRANT could fail, because the
      // owner may lack the privilege to grant this membership.
      const { rowCount } = await client.query(
        `SELECT 1 FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid JOIN pg_roles t ON t.oid = m.member
         WHERE r.rolname = $1 AND t.rolname = $2 AND m.set_option`,
        [role, member],
      );
      if (rowCount === 0) await client.query(`GRANT ${role} TO ${escapeIdentifier(member)}`);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
