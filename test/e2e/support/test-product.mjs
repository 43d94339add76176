import { startProduct } from '../../../scripts/lib/product.mjs';

/** @typedef {import('../../../scripts/lib/product.mjs').Product} Product */

/**
 * A product for browser tests: started like `npm start` with the demo, on throw-away state and free
 * ports. ENGINE=postgres leaves Redis out.
 * @returns {Promise<Product>}
 */
export const startTestProduct = () =>
  startProduct({
    demo: true,
    // All test accounts register from one address, more per hour than the limit allows; the limits
    // have tests of their own.
    env: { RATE_LIMITS: 'off' },
    engine: process.env.ENGINE === 'postgres' ? 'postgres' : undefined,
  });

/** The part of a product that tests use. @param {Product} product */
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
