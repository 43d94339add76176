import { createRequire } from 'node:module';
import { programPath } from '../../scripts/lib/paths.mjs';

/**
 * Creates the product's own code that seals runs (checks their hash chains and compresses them), on
 * a connection pool with the product's settings.
 * @param {string} url
 */
export async function createRunSealer(url) {
  const require = createRequire(import.meta.url);
  require('reflect-metadata');
  const { SealRuns } = require(programPath('server/runtime/record-log/sealing/seal-runs'));
  const { connect, databaseOptions } = require(programPath('server/platform/db/database'));
  const { OutboxNotifier, UnitOfWork } = require(programPath('server/platform/db/unit-of-work'));
  const { CommittedEvents } = require(programPath('server/platform/db/committed-events'));
  const { Clock } = require(programPath('server/platform/concurrency/clock'));
  const { capabilities } = require(programPath('server/contexts'));
  const source = await connect(databaseOptions(url, capabilities.entities, 'commonlab-bench'));
  const notifier = new OutboxNotifier(source, new CommittedEvents());
  const runs = new SealRuns(source, new UnitOfWork(source, notifier), new Clock());
  return { seal: () => runs.run(), stop: () => source.destroy() };
}
