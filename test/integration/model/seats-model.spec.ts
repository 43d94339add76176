/**
 * @lane slow: simulates many sessions step by step
 * @long: `npm test -- long` simulates thousands of sessions
 * @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL)
 */
import fc from 'fast-check';
import { startApp, TestClock, type SeparateApp } from '../../support/app/app';
import { makePeople, makeResearcher, type TestPerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { printSeededRandom } from '../../support/chance/seeded';
import { faultyTransitions } from './moves-and-events';
import { consistentModels, matchingModel, type ModelledTransaction } from './interleaved';
import { modelledSessionOptions, SessionUnderTest, comparedSessionOf } from './played-session';
import {
  copyOfModel,
  modelledDecisions,
  newSeatModel,
  modelledParticipantActions,
  decideMailsOfEvents,
  applyStep,
  type AtomicSeatStep,
  type SessionDates,
  type SeatStep,
} from './seat-model';

/** The number of simulated sessions; `npm test -- long` simulates thousands. */
const sessions = Number(process.env.MODEL_RUNS ?? 40);
const crowd = 7;

const clock = new TestClock();
let servers: SeparateApp[];
let people: TestPerson[];
let researcher: TestPerson;
beforeAll(async () => {
  const first = await startApp({ clock });
  servers = [first, await startApp({ engines: first.engines, clock })];
  people = await makePeople(first.source, crowd);
  researcher = await makeResearcher(first.source);
});
afterAll(async () => {
  for (const server of [...servers].reverse()) await server.close();
});

const who = fc.nat({ max: crowd - 1 });
const step: fc.Arbitrary<SeatStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('enrol'), who, waits: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      who,
      action: fc.constantFrom(...modelledParticipantActions),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide'),
      who,
      action: fc.constantFrom(...modelledDecisions),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('capacity'), to: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('session'),
      // Nearly nothing can happen in a closed session, so closing is drawn rarely.
      to: fc.constantFrom('active', 'active', 'active', 'paused', 'paused', 'closed'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep') }) },
);
/** One turn: steps that happen at the same time, or a number of minutes that pass. */
const turn = fc.oneof(
  { weight: 7, arbitrary: fc.array(step, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(40, 70, 100, 25 * 60, 22 * 24 * 60) },
);

/**
 * Opening and closing times in minutes. The minutes of the turns above never add up to one of these
 * times, so no step happens exactly at one of them.
 */
const dates: fc.Arbitrary<SessionDates> = fc.record({
  opens: fc.constantFrom(null, null, null, 55),
  closes: fc.constantFrom(null, null, 255, 1_565),
});

/**
 * Splits a step into its transactions, each with its response. A sweep skips a session that a
 * simultaneous step has locked, so the model may leave out the transactions of a sweep.
 */
const atomsOf = (
  asked: SeatStep,
  outcome: string,
  alone: boolean,
): ModelledTransaction<AtomicSeatStep>[] =>
  asked.kind === 'sweep'
    ? (['open', 'close', 'end'] as const).map((kind) => ({
        act: { kind },
        outcome,
        mayBeLeftOut: !alone,
      }))
    : [{ act: asked, outcome, mayBeLeftOut: false }];

it(
  'Simultaneous requests on two servers give the responses, rows, events and mails of some sequential order',
  async () => {
    const { int } = printSeededRandom('sessions that are played');
    const seed = int(2 ** 31);
    const [run] = servers;
    if (!run) throw new Error('no server');
    const played: string[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        dates,
        fc.array(turn, { minLength: 10, maxLength: 40 }),
        async (capacity, { opens, closes }, turns) => {
          // Resets the clock; otherwise the people's sign-ins, which last a year, would expire
          // after some forty sessions.
          clock.reset();
          const at = (minutes: number) =>
            new Date(clock.now().getTime() + minutes * 60_000).toISOString();
          const session = await recruit(run, {
            ...modelledSessionOptions,
            researcher,
            capacity,
            ...(opens !== null && { opens_at: at(opens) }),
            ...(closes !== null && { closes_at: at(closes) }),
          });
          played.push(session.session_id);
          const product = await SessionUnderTest.of(servers, session, people);
          let model = newSeatModel(capacity, { opens, closes });
          for (const [turnNo, one] of turns.entries()) {
            if (typeof one === 'number') {
              clock.advance(one * 60_000);
              model.now += one;
              continue;
            }
            // Leaves out actions on a participation that does not exist, and all sweeps but one.
            const steps = one.filter(
              (each, i) =>
                (each.kind === 'enrol' || !('who' in each) || product.ids.has(each.who)) &&
                (each.kind !== 'sweep' || one.findIndex(({ kind }) => kind === 'sweep') === i),
            );
            const outcomes = await Promise.all(
              steps.map((each, i) => product.take(each, turnNo + i)),
            );
            const found = await product.picture(clock.now());
            const possible = consistentModels(
              model,
              steps.map((each, i) => atomsOf(each, outcomes[i] ?? '', steps.length === 1)),
              { copyOf: copyOfModel, take: applyStep, settle: decideMailsOfEvents },
            );
            const before = model;
            model = matchingModel(
              possible,
              comparedSessionOf,
              found,
              () =>
                `${JSON.stringify(steps)}, answered ${JSON.stringify(outcomes)}, after ${JSON.stringify(comparedSessionOf(before))}`,
            );
          }
        },
      ),
      { numRuns: sessions, seed, endOnFailure: true },
    );
    expect(await faultyTransitions(run.source, played)).toEqual([]);
  },
  // The test makes about a hundred requests for each session.
  Math.max(60_000, sessions * 3_000),
);
