import { startedEngines } from './global-setup.mjs';

export default async function teardown() {
  const { commonlabCloseSharedApp: closeSharedApp } =
    /** @type {{ commonlabCloseSharedApp?: () => Promise<void> }} */ (
      /** @type {unknown} */ (globalThis)
    );
  await closeSharedApp?.();
  await Promise.all(startedEngines.redis.map((redis) => redis.stop()));
  await startedEngines.postgres?.stop();
}
