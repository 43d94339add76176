import { chownSync, cpSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct, removeAbandonedProducts } from '../../../scripts/lib/product.mjs';
import {
  ensureDir,
  isRoot,
  postgresDataDir,
  removeDir,
  temporaryDir,
} from '../../../scripts/lib/processes/state.mjs';

/** @typedef {import('../../../scripts/lib/product.mjs').Product} Product */

/** @satisfies {Parameters<typeof startProduct>[0]} */
const options = {
  demo: true,
  // The rate limits are off, because all test accounts register from one address, and more of them
  // per hour than the limit allows. Other tests check the limits.
  env: {
    RATE_LIMITS: 'off',
    PAYOUT_DEBTOR_NAME: 'Office of studies',
    PAYOUT_DEBTOR_IBAN: 'DE89370400440532013000',
  },
  engine: process.env.ENGINE === 'postgres' ? /** @type {const} */ ('postgres') : undefined,
};

/**
 * Starts a product for browser tests, as `npm start` does with the demo, on temporary state and free
 * ports. ENGINE=postgres leaves Redis out.
 * @returns {Promise<Product>}
 */
export const startTestProduct = () => startProduct(options);

/**
 * Whether a copy of the product gets this folder. The copy starts with an empty inbox, empty logs
 * and an empty Redis, which the workers fill from the database.
 */
const isCopied = (/** @type {string} */ name) => !['inbox', 'logs', 'redis'].includes(name);

/**
 * Copies a state folder whose product has stopped. PostgreSQL's files keep their owner.
 * @param {string} from
 * @param {string} to
 */
function copyState(from, to) {
  for (const name of readdirSync(from).filter(isCopied))
    cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true });
  if (!isRoot()) return;
  const data = postgresDataDir(from);
  for (const name of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
    const { uid, gid } = lstatSync(join(data, name));
    chownSync(join(postgresDataDir(to), name), uid, gid);
  }
}

/**
 * Starts several products as `startTestProduct` starts one. To save time, only one database is
 * migrated and filled; the others are copies of it.
 * @param {number} count
 * @returns {Promise<Product[]>}
 */
export async function startTestProducts(count) {
  if (count === 1) return [await startTestProduct()];
  await removeAbandonedProducts();
  const filled = temporaryDir('product');
  /** @type {Product[]} */
  const started = [];
  try {
    const filling = await startProduct({ ...options, dir: filled, servers: 0, workers: 0 });
    await filling.stop();
    const { seeded } = filling;
    const starts = await Promise.allSettled(
      Array.from({ length: count }, async () => {
        const dir = ensureDir(temporaryDir('product'));
        copyState(filled, dir);
        const product = await startProduct({ ...options, dir, seeded });
        started.push({ ...product, stop: () => product.stop().finally(() => removeDir(dir)) });
      }),
    );
    const failed = starts.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return started;
  } catch (error) {
    await Promise.allSettled(started.map((product) => product.stop()));
    throw error;
  } finally {
    removeDir(filled);
  }
}

/** Returns the data of a product that tests use. @param {Product} product */
export function productForTests(product) {
  const invitation = /invitation code[^:]*: (\S+)/.exec(product.seeded)?.[1];
  if (!invitation || !product.inbox)
    throw new Error(`The demo told no invitation code: ${product.seeded}`);
  return {
    url: product.url,
    inboxUrl: product.inbox.url,
    invitation,
    serverPid: product.servers[0]?.pid(),
    logDir: product.logDir,
    env: product.env,
  };
}
