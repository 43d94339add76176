import type { RunningApp } from '../../../support/app/launch-app';
import type { TestClock } from '../../../support/app/test-clock';
import { recruit, type RecruitingStudy } from '../../../support/people/recruiting';
import { trialRecords } from '../../runtime/running';
import { studyExportRequestsOf, trialRecord } from '../exporting';
import { bundleRequestsOf } from './bundling';

/** The first records of each run that is over. */
export const firstRecordsOfRuns = [
  trialRecord({ word: 'a\u2028"ä', rt: 300 }),
  { kind: 'state' as const, data: '{"saved":1}' },
  { kind: 'text' as const, data: 'x,y\n1,2\n' },
  trialRecord({ rt: 1e300 }),
];

/**
 * Makes a study with files and with runs of the day before.
 * @param runs the number of finished runs; if it is three, the study also has an open run
 */
export async function makeStudyWithRuns(
  run: RunningApp,
  clock: TestClock,
  options: object = {},
  runs = 3,
): Promise<RecruitingStudy> {
  const r = await recruit(run, { capacity: 50, privacy_level: 'roster_on_start', ...options });
  await bundleRequestsOf(run).withFiles(r);
  const { tookPart } = studyExportRequestsOf(run);
  for (let n = 0; n < runs; n++)
    await tookPart(r, [...firstRecordsOfRuns, ...trialRecords(n)], 'completed');
  if (runs === 3) await tookPart(r, trialRecords(2), 'open');
  clock.advance(86_400_000);
  return r;
}
