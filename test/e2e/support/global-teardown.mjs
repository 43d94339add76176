import { shared } from './global-setup.mjs';

export default async function teardown() {
  await Promise.all(shared.products.map((product) => product.stop()));
}
