import { createHash } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { RunRecords } from '../runtime/record-log/run-records';
import { EndRehearsalRun } from '../runtime/rehearsals/end-rehearsal-run.command';
import { MakeRehearsal } from '../runtime/rehearsals/make-rehearsal.command';
import type { RehearsalsRead } from '../runtime/rehearsals/rehearsals.read';
import { StartRehearsalRun } from '../runtime/rehearsals/start-rehearsal-run.command';
import { toJson, DemoRecordSequence, type DemoRecord } from './seed-records';
import { simulatedTrials } from './demo-trials';

interface Demo {
  commands: CommandBus;
  records: RunRecords;
  rehearsals: RehearsalsRead;
}
const participants = 8;
/**
 * Added to the number of a simulated participant, so that the answers in the rehearsal differ from
 * those in the demo's session.
 */
const others = 100;

/**
 * Makes up an id of the participant's browser page. The id is always the same for the same
 * participant, so that a restarted seed continues a run that was interrupted.
 */
const writerOf = (rehearsalId: string, n: number): string =>
  createHash('sha256').update(`${rehearsalId} ${n}`).digest('hex').slice(0, 32);

/**
 * Creates a rehearsal of the demo's study that runs in the browser. If an earlier start of the
 * server began the rehearsal, completes it. Runs the commands that the researcher's browser would
 * send.
 */
export async function seedRehearsal(
  { commands, records, rehearsals }: Demo,
  studyId: string,
  accountId: string,
): Promise<void> {
  const wanted = { mode: 'data-only', participants } as const;
  const begun = (await rehearsals.ofStudy(studyId)).at(-1);
  const id = begun?._id ?? (await commands.execute(new MakeRehearsal(studyId, wanted, accountId)));
  // Storing the duration is the last step of a run, so a run with a duration has ended.
  const ended = begun?.runs.filter(({ ms }) => ms !== null).length ?? 0;
  for (let n = ended; n < participants; n++) {
    const writer = writerOf(id, n);
    const environment = { device: 'desktop', browser: 'chrome', isolated: true } as const;
    const run = await commands.execute(new StartRehearsalRun(id, { writer, environment }));
    const trials = simulatedTrials(others + n);
    const own = new DemoRecordSequence();
    const made = trials.map((one): DemoRecord => ({ kind: 'trial', data: toJson(one) }));
    await records.store({
      of: 'rehearsals',
      run_id: run._id,
      subject_id: id,
      writer,
      records: [...own.sent(made), ...own.finish()],
    });
    const answers_ms = trials.reduce((sum, one) => sum + ('rt' in one ? Number(one.rt) : 0), 0);
    await commands.execute(
      new EndRehearsalRun(id, run._id, {
        outcome: 'completed',
        ms: 900 + 37 * n,
        answers_ms: Math.round(answers_ms),
        not_simulated: [],
        passed_pages: [],
        stuck_at: null,
      }),
    );
  }
}
