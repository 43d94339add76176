import 'reflect-metadata';
import type { ColumnRotationResult } from './platform/security/rotate-secrets';

/**
 * `node dist/server/secret-rotate.main.js`: encrypts all encrypted values again under the current
 * version of `SECRET_KEY`, as the owner of the database, while the product runs. Exits with 1 if a
 * value is still under a former version.
 */
async function main(words: readonly string[]) {
  if (words.length > 0) throw new Error('Usage: npm run secret:rotate');
  const { readConfig } = await import('./config.js');
  const { capabilities } = await import('./contexts.js');
  const { connect, migrationOptions } = await import('./platform/db/database.js');
  const { requireKnownSecretKeys } = await import('./platform/security/require-secrets.js');
  const { rotateSecrets } = await import('./platform/security/rotate-secrets.js');
  const { Secrets } = await import('./platform/security/secrets.js');
  const config = readConfig();
  const secrets = new Secrets(config, capabilities);
  const owner = await connect(migrationOptions(config.migrationDatabaseUrl, [], []));
  try {
    await requireKnownSecretKeys(owner, secrets);
    const all = await rotateSecrets(owner, secrets, capabilities);
    process.stdout.write(`${report(all, secrets.version).join('\n')}\n`);
    process.exitCode = all.some(({ left }) => left > 0) ? 1 : 0;
  } finally {
    await owner.destroy();
  }
}

function report(all: readonly ColumnRotationResult[], version: number): string[] {
  const former = Array.from({ length: version - 1 }, (_, i) => `v${i + 1}`).join(', ');
  const last = all.some(({ left }) => left > 0)
    ? 'Run it again once every process has the present key.'
    : former === ''
      ? 'There is no former version.'
      : `Nothing is sealed under ${former} any more: mark what is older than a day in SECRET_KEYS_OLD as v1-hashes and so on.`;
  return [
    ...all.flatMap(({ column, resealed, left, trouble }) => [
      `${column}: ${resealed} sealed anew under v${version}, ${left} left.`,
      ...(left > 0 && trouble !== undefined ? [`  ${trouble}`] : []),
    ]),
    last,
  ];
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
