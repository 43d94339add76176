import type { StartOptions } from '../../../support/app/app';
import type { Act } from './acts';
import { reading } from './calls';
import { changes, close, type Changing, exportsOf, recordsOf } from './changes';
import { decide, decideOne, filters, probeByDecisions, returns } from './decisions';
import type { Observation } from './observations';
import { requestEachLine, pages, type Entries } from './pages';
import { openWorld, type ExternalServices, type World } from './world';
import type { Stage, Yesterday } from './yesterday';

export interface Day {
  readonly yesterday: Yesterday;
  readonly outside: ExternalServices;
  /** All changing requests, in an order that follows from the seed. */
  readonly order: Changing;
}
/** What differs in one of the worlds. */
export interface Different {
  readonly act: Act;
  readonly stage: Stage;
  readonly change?: StartOptions['change'];
  readonly tells?: (world: World) => Promise<unknown>;
}

/** Everything that observers receive on one day, in the order of their requests. */
export async function dayOf(
  { yesterday, outside, order }: Day,
  different?: Different,
): Promise<readonly Observation[]> {
  const world = await openWorld(yesterday, outside, different?.change);
  const { calls } = world;
  try {
    if (different) {
      await different.act.play(world.run, different.stage);
      await different.tells?.(world);
    }
    await world.collect('at once');
    let entries: Entries | undefined;
    const phases: readonly (readonly [hours: number, phase: () => Promise<void>])[] = [
      [12, () => calls.rows(reading, 'noon')],
      [14, () => recordsOf(calls, 'noon')],
      [14.25, () => filters(calls, 'noon')],
      [14.5, () => probeByDecisions(calls, 'noon')],
      [15, () => returns(calls, 'noon')],
      [15.25, () => exportsOf(calls, ['json', 'csv', 'bundle'], 'noon')],
      [15.5, () => changes(calls)],
      [15.6, async () => void (entries = await pages(calls, 'afternoon'))],
      [16.2, async () => entries && requestEachLine(calls, entries, 'afternoon')],
      [16.4, () => decideOne(calls)],
      [16.6, () => decide(calls)],
      [17, () => calls.rows(order.inChance, 'afternoon')],
      [20.5, () => close(calls)],
      [21, () => calls.rows(reading, 'night', true)],
      [23, () => recordsOf(calls, 'night')],
    ];
    for (const [hours, phase] of phases) {
      world.at(hours);
      await phase();
    }
    await world.collect('later');
    world.at(23.25);
    await calls.rows(order.final, 'at last');
    return calls.seen;
  } finally {
    // A planted change makes responses that do not match the contract; only without one does this
    // fail the test.
    await world.close().catch((error: unknown) => {
      if (!different?.change) throw error;
    });
  }
}
