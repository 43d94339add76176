import { shared } from './global-setup.mjs';

export default async function teardown() {
  const { commonlabCloseSharedApp: closeSharedApp } =
    /** @type {{ commonlabCloseSharedApp?: () => Promise<void> }} */ (
      /** @type {unknown} */ (globalThis)
    );
  await closeSharedApp?.();
  await Promise.all(shared.redis.map((redis) => redis.stop()));
  await shared.postgres?.stop();
}
