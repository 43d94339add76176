import { removeDir } from '../../../scripts/lib/processes/state.mjs';
import { startedEngines } from './global-setup.mjs';

export default async function teardown() {
  const { commonlabCloseSharedApp: closeSharedApp } =
    /** @type {{ commonlabCloseSharedApp?: () => Promise<void> }} */ (
      /** @type {unknown} */ (globalThis)
    );
  await closeSharedApp?.();
  await Promise.all(startedEngines.redis.map((redis) => redis.stop()));
  await startedEngines.postgres?.stop();
  if (startedEngines.dataDir) removeDir(startedEngines.dataDir);
}
