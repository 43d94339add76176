import type { StartOptions } from '../../../support/app/app';
import type { ParticipantAct } from './acts';
import { readingMatrixRows } from './calls';
import {
  changeSessions,
  closeSessions,
  type ChangingRequests,
  requestExports,
  requestRunRecords,
} from './changes';
import {
  decideOnAllRosterLines,
  decideOnSingleRosterLines,
  requestWithFilters,
  probeByDecisions,
  reportReturns,
} from './decisions';
import type { Observation } from './observations';
import { requestEachRosterEntry, readAllPages, type RosterEntryAddresses } from './pages';
import { startObservedWorld, type ExternalServices, type ObservedWorld } from './world';
import type { SessionOfYesterday, StateAfterYesterday } from './yesterday';

export interface ComparedDay {
  readonly yesterday: StateAfterYesterday;
  readonly outside: ExternalServices;
  /** All changing requests, in an order that follows from the seed. */
  readonly order: ChangingRequests;
}
/** What the test makes differ in one of the two compared histories (worlds). */
export interface PlantedDifference {
  readonly act: ParticipantAct;
  readonly stage: SessionOfYesterday;
  readonly change?: StartOptions['change'];
  readonly tells?: (world: ObservedWorld) => Promise<unknown>;
}

/** Simulates one day. @returns everything that observers receive, in the order of their requests */
export async function observeDay(
  { yesterday, outside, order }: ComparedDay,
  different?: PlantedDifference,
): Promise<readonly Observation[]> {
  const world = await startObservedWorld(yesterday, outside, different?.change);
  const { calls } = world;
  try {
    if (different) {
      await different.act.play(world.run, different.stage);
      await different.tells?.(world);
    }
    await world.collect('at once');
    let entries: RosterEntryAddresses | undefined;
    const phases: readonly (readonly [hours: number, phase: () => Promise<void>])[] = [
      [12, () => calls.rows(readingMatrixRows, 'noon')],
      [14, () => requestRunRecords(calls, 'noon')],
      [14.25, () => requestWithFilters(calls, 'noon')],
      [14.5, () => probeByDecisions(calls, 'noon')],
      [15, () => reportReturns(calls, 'noon')],
      [15.25, () => requestExports(calls, ['json', 'csv', 'bundle'], 'noon')],
      [15.5, () => changeSessions(calls)],
      [15.6, async () => void (entries = await readAllPages(calls, 'afternoon'))],
      [16.2, async () => entries && requestEachRosterEntry(calls, entries, 'afternoon')],
      [16.4, () => decideOnSingleRosterLines(calls)],
      [16.6, () => decideOnAllRosterLines(calls)],
      [17, () => calls.rows(order.inChance, 'afternoon')],
      [20.5, () => closeSessions(calls)],
      [21, () => calls.rows(readingMatrixRows, 'night', true)],
      [23, () => requestRunRecords(calls, 'night')],
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
    // `close` fails if responses do not match the contract. A change that the test makes on purpose
    // leads to such responses, so the failure counts only without that change.
    await world.close().catch((error: unknown) => {
      if (!different?.change) throw error;
    });
  }
}
