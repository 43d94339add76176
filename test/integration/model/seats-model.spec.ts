/**
 * @lane slow: many sessions, each played step by step
 * @engines one: seats, waits and dates are rows; no queue takes part
 */
import fc from 'fast-check';
import { startApp, TestClock, type OwnApp } from '../../support/app';
import { makePeople, makeResearcher, type TestPerson } from '../../support/people';
import { recruit } from '../../support/recruiting';
import { seeded } from '../../support/seeded';
import { wrongMoves } from './moves-and-events';
import { asModelled, PlayedSession, pictureOf } from './played-session';
import { copyOf, decisions, newModel, ownActions, take, type Model, type Step } from './seat-model';

/** Sessions that are played; `npm test -- long` plays thousands. */
const sessions = Number(process.env.MODEL_RUNS ?? 40);
const crowd = 7;

const clock = new TestClock();
let servers: OwnApp[];
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
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('enrol'), who, waits: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('move'),
      who,
      action: fc.constantFrom(...ownActions),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide'),
      who,
      action: fc.constantFrom(...decisions),
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
      // Closing ends the play: it comes seldom.
      to: fc.constantFrom('active', 'active', 'active', 'paused', 'paused', 'closed'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep') }) },
);
/** Steps that are asked for at the same moment, or minutes that pass. */
const turn = fc.oneof(
  { weight: 7, arbitrary: fc.array(step, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(40, 70, 100, 25 * 60, 22 * 24 * 60) },
);

/** A date that passes while a sweep finds the session locked is left to the next sweep. */
function* ordersOf(steps: readonly Step[], outcomes: readonly string[]) {
  type Told = readonly [Step, string];
  const told = steps.map((one, i): Told => [one, outcomes[i] ?? '']);
  function* permuted(rest: readonly Told[]): Generator<Told[]> {
    if (rest.length === 0) yield [];
    for (const [i, first] of rest.entries())
      for (const others of permuted(rest.filter((_, at) => at !== i))) yield [first, ...others];
  }
  for (const order of permuted(told)) {
    yield order;
    if (steps.length > 1 && steps.some(({ kind }) => kind === 'sweep'))
      yield order.filter(([{ kind }]) => kind !== 'sweep');
  }
}

/** Each order in which the model gives the same answers; the state that it leaves. */
const explanations = (model: Model, steps: readonly Step[], outcomes: readonly string[]) =>
  [...ordersOf(steps, outcomes)].flatMap((order) => {
    const after = copyOf(model);
    return order.every(([one, outcome]) => take(after, one) === outcome) ? [after] : [];
  });

it(
  'Whatever is asked for at the same moment at two servers, answers and rows are those of one thing after the other',
  async () => {
    const { int } = seeded('sessions that are played');
    const seed = int(2 ** 31);
    const [run] = servers;
    if (!run) throw new Error('no server');
    const played: string[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(turn, { minLength: 10, maxLength: 40 }),
        async (capacity, turns) => {
          // Else the sign-ins of the people, good for a year, end after some forty sessions.
          clock.reset();
          const session = await recruit(run, { ...asModelled, researcher, capacity });
          played.push(session.session_id);
          const product = new PlayedSession(servers, session, people);
          let model = newModel(capacity);
          for (const [at, one] of turns.entries()) {
            if (typeof one === 'number') {
              clock.advance(one * 60_000);
              model.now += one;
              continue;
            }
            // Nobody can move a participation that was never made.
            const steps = one.filter(
              (each) => each.kind === 'enrol' || !('who' in each) || product.ids.has(each.who),
            );
            const outcomes = await Promise.all(steps.map((each, i) => product.take(each, at + i)));
            const found = await product.picture(clock.now());
            const possible = explanations(model, steps, outcomes);
            const next = possible.find(
              (after) => JSON.stringify(pictureOf(after)) === JSON.stringify(found),
            );
            if (!next)
              throw new Error(
                `no order of ${JSON.stringify(steps)} gives ${JSON.stringify(outcomes)} and
                 ${JSON.stringify(found)} after ${JSON.stringify(pictureOf(model))};
                 by their answers: ${JSON.stringify(possible.map(pictureOf))}`,
              );
            model = next;
          }
        },
      ),
      { numRuns: sessions, seed, endOnFailure: true },
    );
    expect(await wrongMoves(run.source, played)).toEqual([]);
  },
  // Some hundred requests for each session.
  Math.max(60_000, sessions * 3_000),
);
