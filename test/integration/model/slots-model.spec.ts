/**
 * @lane slow: simulates many days of slots step by step
 * @long: `npm test -- long` simulates thousands of days
 * @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL)
 */
import fc from 'fast-check';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { makePeople, makeResearcher, type TestPerson } from '../../support/people/people';
import { printSeededRandom } from '../../support/chance/seeded';
import { consistentModels, matchingModel, type ModelledTransaction } from './interleaved';
import { comparedSlotsOf, plannedSlots, SlotsUnderTest, studyCount } from './played-slots';
import {
  copyOfModel,
  modelledDurations,
  newSlotModel,
  decideMailsOfEvents,
  applyStep,
  type AtomicSlotStep,
  type SlotStep,
} from './slot-model';

/** The number of simulated days; `npm test -- long` simulates a thousand. */
const days = Math.ceil(Number(process.env.MODEL_RUNS ?? 24) / 2);
const crowd = 4;

const clock = new TestClock();
let servers: SeparateApp[];
let researcher: TestPerson;
beforeAll(async () => {
  const first = await startApp({ clock });
  servers = [first, await startApp({ engines: first.engines, clock })];
  researcher = await makeResearcher(first.source);
});
afterAll(async () => {
  for (const server of [...servers].reverse()) await server.close();
});

/**
 * Advances the clock to a quarter past noon. From there, the times that pass never add up to the
 * beginning of a slot.
 */
function toNoon(): void {
  clock.reset();
  const now = clock.now();
  clock.advance(
    (new Date(now).setUTCHours(12, 15, 0, 0) - now.getTime() + 86_400_000) % 86_400_000,
  );
}

const who = fc.nat({ max: crowd - 1 });
const study = fc.nat({ max: studyCount - 1 });
const slot = fc.nat({ max: plannedSlots.length - 1 });
const of = (kind: Exclude<SlotStep['kind'], 'book' | 'cancel' | 'time'>) =>
  fc.record({ kind: fc.constant(kind), who, study });
const step: fc.Arbitrary<SlotStep> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .record({ kind: fc.constant('book' as const), who, slot, reserve: fc.boolean() })
      .map((booking) => ({ ...booking, study: plannedSlots[booking.slot]?.study ?? 0 })),
  },
  { weight: 4, arbitrary: of('give up') },
  { weight: 2, arbitrary: of('withdraw') },
  { weight: 2, arbitrary: of('attend') },
  { weight: 1, arbitrary: of('conclude') },
  { weight: 1, arbitrary: of('no-show') },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), slot }) },
);
/**
 * One turn: either steps that happen at the same time, or a number of minutes that pass and end
 * some deadlines.
 */
const turn = fc.oneof(
  { weight: 6, arbitrary: fc.array(step, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(60, 3 * 1_440, 5 * 1_440, 9 * 1_440, 22 * 1_440) },
);

/**
 * The error code if a person withdraws and books at the same time. The person then has to send the
 * request again (docs/decisions/slots.md).
 */
const again = 'unavailable';

function atomsOf(asked: SlotStep, outcome: string): ModelledTransaction<AtomicSlotStep>[] {
  if (outcome === again) return [];
  const atom = (act: AtomicSlotStep): ModelledTransaction<AtomicSlotStep> => ({
    act,
    outcome,
    mayBeLeftOut: false,
  });
  return asked.kind === 'cancel' && outcome === 'done'
    ? [atom(asked), atom({ kind: 'free', slot: asked.slot })]
    : [atom(asked)];
}

it(
  'Simultaneous bookings, moves and cancellations never double-book a seat or a person, and notify each person once',
  async () => {
    const seed = printSeededRandom('days of slots').int(2 ** 31);
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 8, maxLength: 24 }), async (turns) => {
        toNoon();
        const [run] = servers;
        if (!run) throw new Error('no server');
        // Each day has new people, because the bookings of the previous day still occupy the time
        // of its people.
        const people = await makePeople(run.source, crowd);
        const product = await SlotsUnderTest.of(servers, people, researcher);
        let model = newSlotModel(product.slots, crowd, studyCount, modelledDurations.lease);
        const goOn = async (sequences: ModelledTransaction<AtomicSlotStep>[][], what: unknown) => {
          const found = await product.picture(clock.now());
          const possible = consistentModels(model, sequences, {
            copyOf: copyOfModel,
            take: applyStep,
            settle: decideMailsOfEvents,
          });
          const before = model;
          model = matchingModel(
            possible,
            comparedSlotsOf,
            found,
            () => `${JSON.stringify(what)} after ${JSON.stringify(comparedSlotsOf(before))}`,
          );
        };
        for (const [turnNo, one] of turns.entries()) {
          if (typeof one === 'number') {
            clock.advance(one * 60_000);
            model.now += one;
            const outcome = await product.take({ kind: 'time' }, turnNo);
            await goOn([atomsOf({ kind: 'time' }, outcome)], one);
            continue;
          }
          const outcomes = await Promise.all(one.map((each, i) => product.take(each, turnNo + i)));
          await goOn(
            one.map((each, i) => atomsOf(each, outcomes[i] ?? '')),
            one.map((each, i) => [each, outcomes[i]]),
          );
        }
      }),
      { numRuns: days, seed, endOnFailure: true },
    );
  },
  // The test makes more than a hundred requests for each day.
  Math.max(60_000, days * 3_000),
);
