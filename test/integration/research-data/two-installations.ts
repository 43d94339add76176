import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type OwnApp, type TestClock } from '../../support/app';

export interface TwoInstallations {
  here: OwnApp;
  there: OwnApp;
  /** Where the files of the second one lie. */
  folderThere: string;
  close(): Promise<void>;
}

/** Each with a database and a folder of its own, by one clock: what one writes, the other reads. */
export async function twoInstallations(clock: TestClock): Promise<TwoInstallations> {
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
