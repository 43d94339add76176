/**
 * `node dist/server/organizations-import.main.js FILE`: imports a dump of the Research Organization
 * Registry into the configured database.
 */
async function main() {
  const [path] = process.argv.slice(2);
  if (!path) throw new Error('Usage: npm run organizations:import FILE');
  const { readConfig } = await import('./config.js');
  const { importOrganizations } =
    await import('./researchers/organizations/import-organizations.js');
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const { records, added, changed, unchanged, removed, merged } = await importOrganizations(
    readConfig().migrationDatabaseUrl,
    path,
    say,
  );
  say(
    `${records} records: ${added} added, ${changed} changed, ${unchanged} as they were, ` +
      `${removed} removed; ${merged} universities of the list became one with theirs`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(
    `nothing was imported: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
});
