import {
  startApp,
  type RunningApp,
  type SeparateApp,
  type TestClock,
} from '../../../support/app/app';
import { sharedApp } from '../../../support/app/shared-app';

export interface TwoInstallations {
  /** The application that all test files share. */
  here: RunningApp;
  there: SeparateApp;
  /** The folder for the files of the second installation. */
  folderThere: string;
  close(): Promise<void>;
}

/** Provides two installations, each with its own database and folder, with a shared clock. */
export async function startTwoInstallations(clock: TestClock): Promise<TwoInstallations> {
  const [here, there] = await Promise.all([sharedApp({ clock }), startApp({ clock })]);
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
