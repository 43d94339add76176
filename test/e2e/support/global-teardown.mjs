import { shared } from './global-setup.mjs';

export default async function teardown() {
  await shared.product?.stop();
}
