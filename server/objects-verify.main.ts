import 'reflect-metadata';
import { join } from 'node:path';

/**
 * `node dist/server/objects-verify.main.js`: computes the hashes of all contents below
 * DATA_DIR/objects, and lists files that are missing, changed, or without a row in the database;
 * exits with 1 if it finds any.
 */
async function main(words: readonly string[]) {
  if (words.length > 0) throw new Error('Usage: npm run objects:verify');
  const { DataSource } = await import('typeorm');
  const { capabilities } = await import('./contexts.js');
  const { Clock } = await import('./platform/concurrency/clock.js');
  const { createObjectsReport } = await import('./platform/storage/verify/objects-report.js');
  const { VerifyObjects } = await import('./platform/storage/verify/verify-objects.js');
  const { readAllowedUploadFiles } = await import('./resources/uploads/allowed-upload-files.js');
  const { readConfig } = await import('./config.js');
  const { createProgramContext } = await import('./program-context.js');
  const config = readConfig();
  const app = await createProgramContext(config, 'objects-verify');
  try {
    const [source, root] = [app.get(DataSource), join(config.dataDir, 'objects')];
    const now = app.get(Clock).now();
    const report = createObjectsReport(process.stdout, process.stderr);
    const verdict = await new VerifyObjects(source, capabilities, root, report).run(now, (names) =>
      readAllowedUploadFiles(source, join(root, 'arriving'), names, now),
    );
    report.end(verdict);
    process.exitCode = verdict.faults > 0 ? 1 : 0;
  } finally {
    await app.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
