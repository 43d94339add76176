import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programPath } from '../../../scripts/lib/paths.mjs';
import type { RunningApp } from '../../support/app/app';
import { programEnvironment } from '../../support/app/programs';
import { eventually } from '../../support/chance/wait';

/**
 * Waits until the workers have sealed every agreement, and verifies all chains with the command.
 */
export async function expectAgreementsSealed(
  run: RunningApp,
  studyId: string,
  agreements: number,
): Promise<void> {
  const [counted] = await eventually(
    () =>
      run.source.query<{ sealed: number; of: number }[]>(
        `SELECT count(seal)::int AS sealed, count(*)::int AS of
         FROM research.agreement WHERE study_id = $1`,
        [studyId],
      ),
    ([found]) => found !== undefined && found.sealed === found.of,
  );
  expect(counted).toEqual({ sealed: agreements, of: agreements });
  // If a chain is damaged, the command fails, and the failure of the test shows its output.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [programPath('server/consent-verify.main')],
    { env: programEnvironment(run.engines, 0, {}) },
  );
  expect(stdout).toContain(`${studyId}  whole, head ${agreements}:`);
}
