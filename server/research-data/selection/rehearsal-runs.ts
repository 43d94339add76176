import type { ExportOmissions } from '../../../contracts/research-data/research-data';
import type { Snapshot } from '../../platform/db/snapshot';
import {
  runsOfRehearsal,
  type RehearsalForExport,
} from '../../runtime/rehearsals/rehearsed-runs.read';
import type { SelectionOptions, RunSelection } from './selected-runs';

/**
 * Selects the simulated participants of a rehearsal as the runs of an export. They count as runs of
 * a closed session whose last day is over. They are in the order of their numbers, which reveals
 * nothing, since they are not real people.
 */
export async function chooseRehearsalRuns(
  snapshot: Snapshot,
  { id, runtime, privacy_level }: RehearsalForExport,
  { unfinished }: Pick<SelectionOptions, 'unfinished'>,
): Promise<RunSelection> {
  const all = await runsOfRehearsal(snapshot, id);
  const runs = all.filter(({ state }) => unfinished || state === 'finished');
  const left_out: ExportOmissions = {
    unfinished: all.length - runs.length,
    day_not_over: 0,
    withdrawn: 0,
    damaged: 0,
  };
  const { version_id, sha256: version_sha256 } = runtime;
  const isAnonymous = privacy_level === 'anonymous';
  return {
    sessions: [
      { id, privacy_level, version_id, version_sha256, blinded: false, expected_records: 0 },
    ],
    imported: undefined,
    runs: runs.map((run) => ({
      ...run,
      isAnonymous,
      isSimulated: true as const,
      imported: null,
    })),
    left_out,
  };
}
