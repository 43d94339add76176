import { randomBytes } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { SentRecord } from '../../contracts/runtime/runtime';
import type { TimingEvent } from '../../contracts/runtime/timing';
import type { Caller } from '../access/caller';
import { Enrol } from '../enrolment/enrol/enrol.command';
import { TransitionParticipation } from '../enrolment/transitions/transition-participation.command';
import type { LaunchedSessionRead } from '../enrolment/sessions/launched-session.read';
import { StoreRecords } from '../runtime/record-log/store-records.command';
import { StartRun } from '../runtime/lifecycle/start-run.command';
import { toJson, DemoRecordSequence, type DemoRecord } from './seed-records';
import { simulatedStudySecondsOf } from './simulated-moments.rule';
import { simulatedTrials } from './demo-trials';

interface Demo {
  commands: CommandBus;
  sessions: LaunchedSessionRead;
  simulated: readonly Caller[];
}
const environments = [
  { device: 'desktop', browser: 'chrome', isolated: true },
  { device: 'desktop', browser: 'firefox', isolated: true },
  { device: 'tablet', browser: 'safari', isolated: false },
] as const;

/**
 * Simulates participants of the demo's study that runs in the browser, with the commands that a
 * participant's browser sends. All of them finish, except for the last two: the last but one leaves
 * in the middle, and for the last one the study's code fails. If a start of the server was
 * interrupted, the next start runs the commands again and adds only what is missing.
 * @returns the ids of their participations, in their order
 */
export async function seedSimulatedParticipants(
  { commands, sessions, simulated }: Demo,
  sessionId: string,
): Promise<string[]> {
  const ids: string[] = [];
  const session = await sessions.byId(sessionId);
  const text = session?.consent_texts[0]?.sha256;
  if (!session || text === undefined) throw new Error('the demo’s session was not launched');
  const consent = { _id: session.consent_id, sha256: text };
  const leaves = simulated.length - 2;
  for (const [n, who] of simulated.entries()) {
    const { participation } = await commands.execute(new Enrol(sessionId, { consent }, who));
    ids.push(participation._id);
    if (participation.state === 'completed' || participation.state === 'approved') continue;
    const trials = simulatedTrials(n).map((one): DemoRecord => ({
      kind: 'trial',
      data: toJson(one),
    }));
    const run = new Run(commands, participation._id, who, n);
    const isFinished = await run.start();
    if (n < leaves) {
      if (!isFinished) {
        await run.store([...trials, measured(n)]);
        await run.finish();
      }
      await commands.execute(
        new TransitionParticipation(participation._id, { action: 'complete' }, who),
      );
      continue;
    }
    await run.store(trials.slice(0, n === leaves ? 7 : 12));
    if (n > leaves)
      await run.store([
        { kind: 'event', data: toJson({ type: 'blur' }) },
        {
          kind: 'event',
          data: toJson({
            type: 'error',
            message: "TypeError: Cannot read properties of undefined (reading 'key')",
            file: 'study.js',
            line: 24,
          }),
        },
      ]);
  }
  return ids;
}

/**
 * Makes the timing measurements of a participant's page. Most displays are ordinary, and some
 * computers were busy with other work.
 */
function measured(n: number): DemoRecord {
  const isFast = n % 4 === 1;
  const { isolated, browser } = environments[n % environments.length] ?? environments[0];
  const missed = n % 5 === 3 ? 190 : n % 2;
  const timing: TimingEvent = {
    type: 'timing',
    frame_ms: isFast ? 6.9 : 16.7,
    frames: isFast ? 14_500 : 6_000,
    missed,
    longest_ms: missed > 1 ? 420.5 : 33.4,
    clock_ms: isolated ? 0.005 : 1,
    long_tasks: browser === 'chrome' ? missed % 7 : null,
    ms: simulatedStudySecondsOf(n) * 1000,
  };
  return { kind: 'event', data: toJson(timing) };
}

class Run {
  private readonly writer = randomBytes(16).toString('hex');
  private id = '';
  private readonly records = new DemoRecordSequence();

  constructor(
    private readonly commands: CommandBus,
    private readonly participation: string,
    private readonly who: Caller,
    private readonly n: number,
  ) {}

  /**
   * Uploads the records of a run.
   * @returns whether all of its records are stored
   */
  async start(): Promise<boolean> {
    const environment = environments[this.n % environments.length] ?? environments[0];
    const body = { writer: this.writer, environment };
    const run = await this.commands.execute(new StartRun(this.participation, body, this.who));
    this.id = run._id;
    return run.state === 'finished';
  }

  store(made: readonly DemoRecord[]): Promise<void> {
    return this.send(this.records.sent(made));
  }
  finish(): Promise<void> {
    return this.send(this.records.finish());
  }

  private async send(records: readonly SentRecord[]): Promise<void> {
    const { account_id } = this.who.person;
    await this.commands.execute(
      new StoreRecords(this.participation, this.id, this.writer, records, account_id),
    );
  }
}
