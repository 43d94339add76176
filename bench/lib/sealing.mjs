import { createRequire } from 'node:module';
import { program } from '../../scripts/lib/paths.mjs';

/**
 * The product's own code that seals runs, on a connection pool with the product's settings.
 * @param {string} url
 */
export async function sealing(url) {
  const require = createRequire(import.meta.url);
  require('reflect-metadata');
  const { SealRuns } = require(program('server/runtime/record-log/sealing/seal-runs'));
  const { connect, databaseOptions } = require(program('server/platform/db/database'));
  const { OutboxNotifier, UnitOfWork } = require(program('server/platform/db/unit-of-work'));
  const { CommittedEvents } = require(program('server/platform/db/committed-events'));
  const { Clock } = require(program('server/platform/concurrency/clock'));
  const { capabilities } = require(program('server/contexts'));
  const source = await connect(databaseOptions(url, capabilities.entities, 'commonlab-bench'));
  const notifier = new OutboxNotifier(source, new CommittedEvents());
  const runs = new SealRuns(source, new UnitOfWork(source, notifier), new Clock());
  return { seal: () => runs.run(), stop: () => source.destroy() };
}
