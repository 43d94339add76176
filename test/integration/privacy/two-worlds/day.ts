import { appendFileSync } from 'node:fs';
import type { StartOptions } from '../../../support/app';
import type { Act } from './acts';
import { reading } from './calls';
import { changes, close, type Changing, exportsOf, recordsOf } from './changes';
import { decide, decideOne, filters, probeByDecisions, returns } from './decisions';
import type { Seen } from './seen';
import { openWorld, type Outside, type World } from './world';
import type { Stage, Yesterday } from './yesterday';

export interface Day {
  readonly yesterday: Yesterday;
  readonly outside: Outside;
  /** All calls that change something, in the order of this seed. */
  readonly order: Changing;
}
/** What is different in one of the worlds. */
export interface Different {
  readonly act: Act;
  readonly stage: Stage;
  readonly change?: StartOptions['change'];
  readonly tells?: (world: World) => Promise<unknown>;
}

/** Everything that observers get on one day, in the order in which they ask. */
export async function dayOf(
  { yesterday, outside, order }: Day,
  different?: Different,
): Promise<readonly Seen[]> {
  const world = await openWorld(yesterday, outside, different?.change);
  const { calls } = world;
  const cpu = process.cpuUsage();
  const t0 = Date.now();
  const lap = (s: string) =>
    appendFileSync(
      '/tmp/worlds/progress.txt',
      `${s} ${calls.seen.length} ${Date.now() - t0} ${JSON.stringify(process.cpuUsage(cpu))}\n`,
    );
  try {
    if (different) {
      await different.act.play(world.run, different.stage);
      await different.tells?.(world);
    }
    await world.collect('at once');
    lap('world.collect ' + 'at once');
    world.at(12);
    await calls.rows(reading, 'noon');
    lap('calls.rows ' + 'reading, noon');
    await recordsOf(calls, 'noon');
    lap('recordsOf ' + 'calls, noon');
    await filters(calls, 'noon');
    lap('filters ' + 'calls, noon');
    await probeByDecisions(calls, 'noon');
    lap('probeByDecisions ' + 'calls, noon');
    await returns(calls, 'noon');
    lap('returns ' + 'calls, noon');
    await exportsOf(calls, ['json', 'csv', 'bundle'], 'noon');
    lap('exportsOf ' + 'calls, [json, csv, bundle], noon');
    await changes(calls);
    lap('changes ' + 'calls');
    await world.collect('after changes');
    lap('world.collect ' + 'after changes');
    await decideOne(calls);
    lap('decideOne ' + 'calls');
    await decide(calls);
    lap('decide ' + 'calls');
    await world.collect('after decisions');
    lap('world.collect ' + 'after decisions');
    await calls.rows(order.inChance, 'afternoon');
    lap('calls.rows ' + 'order, afternoon');
    await close(calls);
    lap('close ' + 'calls');
    await world.collect('in the evening');
    lap('world.collect ' + 'in the evening');
    world.at(22);
    await calls.rows(reading, 'night', true);
    lap('calls.rows ' + 'reading, night');
    await recordsOf(calls, 'night');
    lap('recordsOf ' + 'calls, night');
    await calls.rows(order.final, 'at last');
    lap('last');
    return calls.seen;
  } finally {
    // What is planted does not match the contract, and is not to be told for that.
    await world.close().catch((error: unknown) => {
      if (!different?.change) throw error;
    });
  }
}
