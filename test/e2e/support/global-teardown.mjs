import { startedProducts } from './global-setup.mjs';

export default async function teardown() {
  const { commonlabCloseBrowsers: closeBrowsers } =
    /** @type {{ commonlabCloseBrowsers?: () => Promise<void> }} */ (
      /** @type {unknown} */ (globalThis)
    );
  await closeBrowsers?.();
  await Promise.all(startedProducts.products.map((product) => product.stop()));
}
