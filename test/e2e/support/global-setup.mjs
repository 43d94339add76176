import { existsSync } from 'node:fs';
import { programPath } from '../../../scripts/lib/paths.mjs';
import { findReusableProduct } from './reused-product.mjs';
import { productForTests, startTestProducts } from './test-product.mjs';

/**
 * The products that the teardown, which runs in the same process, must stop.
 * @type {{ products: import('./test-product.mjs').Product[] }}
 */
export const startedProducts = { products: [] };

/**
 * Starts one product for each worker of jest. A run of a single file uses the product that is kept
 * running, if there is one (reused-product.mjs).
 * @param {{ maxWorkers: number }} run
 */
export default async function setup({ maxWorkers }) {
  if (!existsSync(programPath('server/main')))
    throw new Error('The programs are not built: npm run build');
  const kept = maxWorkers === 1 ? await findReusableProduct() : undefined;
  if (!kept) startedProducts.products.push(...(await startTestProducts(maxWorkers)));
  process.env.COMMONLAB_TEST_PRODUCTS = JSON.stringify(
    kept ? [kept] : startedProducts.products.map(productForTests),
  );
}
