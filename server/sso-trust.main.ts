import 'reflect-metadata';
import { Id, Instant } from '../contracts/base/fields';

/**
 * `node dist/server/sso-trust.main.js [CONNECTION ASKED_AT]`: without arguments, lists the waiting
 * changes of single sign-on connections. With arguments, puts the waiting change of one connection
 * in force. Usually a second administrator does this; the operator of the server may do it alone,
 * because the operator has the server's secrets anyway.
 * ASKED_AT is the time that the list shows for the change. If a different change waits by now, the
 * program does not put it in force, since the operator has not read it.
 */
async function main([connectionId, askedAt, ...more]: readonly string[]) {
  if (more.length > 0 || (connectionId !== undefined && askedAt === undefined))
    throw new Error('Usage: npm run sso:trust [-- CONNECTION ASKED_AT]');
  if (connectionId !== undefined && !Id.safeParse(connectionId).success)
    throw new Error(`"${connectionId}" is not the id of a connection.`);
  if (askedAt !== undefined && !Instant.safeParse(askedAt).success)
    throw new Error(`"${askedAt}" is not the moment of a change, as the list shows it.`);
  const { listOrApproveSsoTrust } = await import('./sso-trust.js');
  process.stdout.write(`${(await listOrApproveSsoTrust(connectionId, askedAt)).join('\n')}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
