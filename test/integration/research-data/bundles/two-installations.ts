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
  const [here, there] = await Promise.all([startApp({ clock }), startApp({ clock })]);
  return {
    here,
    there,
    folderThere: there.engines.dataDir,
    async close() {
      await here.close();
      await there.close();
    },
  };
}
