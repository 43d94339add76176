import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type SeparateApp, type TestClock } from '../../../support/app/app';

export interface TwoInstallations {
  here: SeparateApp;
  there: SeparateApp;
  /** The folder for the files of the second installation. */
  folderThere: string;
  close(): Promise<void>;
}

/** Starts two installations, each with its own database and folder, with a shared clock. */
export async function startTwoInstallations(clock: TestClock): Promise<TwoInstallations> {
  const started = async (name: string) => {
    const folder = await mkdtemp(join(tmpdir(), `commonlab-${name}-`));
    return { folder, app: await startApp({ clock, environment: { DATA_DIR: folder } }) };
  };
  const [here, there] = await Promise.all([started('here'), started('there')]);
  return {
    here: here.app,
    there: there.app,
    folderThere: there.folder,
    async close() {
      for (const { app, folder } of [here, there]) {
        await app.close();
        await rm(folder, { recursive: true });
      }
    },
  };
}
