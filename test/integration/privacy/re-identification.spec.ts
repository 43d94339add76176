/**
 * @lane slow: simulates hundreds of steps, and reads everything that observers can see of them
 * @long: `npm test -- long` simulates another history, sends each record alone, and requests every
 * endpoint with ids of every kind
 * @engines long: also reads the queues, so `npm test -- long` runs it with both kinds of queue
 * (Redis and PostgreSQL)
 */
import { Gradebook } from '../../../contracts/teaching/credits';
import type { SessionRunCounts } from '../../../contracts/runtime/live-runs';
import { rosterTagOf } from '../../../server/enrolment/rosters/roster-entries';
import { RunCountsSender } from '../../../server/live/run-counts-sender';
import { Secrets } from '../../../server/platform/security/secrets';
import { queueEngineUnderTest } from '../../support/engines/engines';
import { printSeededRandom } from '../../support/chance/seeded';
import { eventually } from '../../support/chance/wait';
import { countRows } from '../accounts/account-requests';
import { openTracesRig, type TracesRig } from '../accounts/deletion/traces-rig';
import { externalAnswerOf } from './survey-tool-data';
import type { ObservedFact } from './facts';
import { grantAllCredits } from './classes/class-of-all';
import { makeNonParticipants, simulateHistory, type SimulatedHistory } from './history';
import { leaks } from './leaks/leaks';
import {
  identityMatcherOf,
  type SuggestedIdentities,
  type MatchablePerson,
  type MatchTarget,
} from './matcher';
import {
  accountObservers,
  databaseAndLogObservers,
  factsSeenBy,
  type ObservationRig,
} from './observers';
import { mostGuessesByChance } from './odds';
import { leastFinishedRuns } from './parts';
import { startPolling } from './polling';
import {
  listenOnWebhook,
  listenOnSocket,
  type WebhookListener,
  type SocketListener,
} from './observed-facts-by-channel';

const patience = 240_000;
const isSecondEngine = queueEngineUnderTest() === 'postgres' && process.env.LANE === 'long';

let rig: TracesRig;
let history: SimulatedHistory;
let looking: ObservationRig;
let credits = 0;
const sockets = new Map<string, SocketListener>();
const hooks = new Map<string, WebhookListener>();
beforeAll(async () => {
  // The receivers of the webhooks have loopback addresses, so the server must allow these.
  rig = await openTracesRig({ WEBHOOK_ALLOW: '127.0.0.0/8:*' });
  const others = await makeNonParticipants(rig.run);
  const { hostile, second, pending, administrator, editor, analyst, viewer } = others;
  const { instructor, assistant, builder, mate } = others;
  const staff = [instructor, assistant];
  const researchers = [hostile, second, pending, editor, analyst, viewer, ...staff];
  for (const who of [...researchers, administrator, builder, mate])
    sockets.set(who._id, await listenOnSocket(rig.run, who));
  for (const who of [hostile, second, editor, analyst, viewer, ...staff])
    hooks.set(who._id, await listenOnWebhook(rig.run, who));
  for (const socket of sockets.values()) await socket.watch(['dashboard', 'me', 'reviews']);
  const program = await startPolling(rig.run, hostile);
  history = await simulateHistory(
    rig.run,
    others,
    printSeededRandom('a history of participations'),
    {
      advance: (ms) => rig.clock.advance(ms),
      launched: async (topics) => {
        for (const socket of sockets.values()) await socket.watch(topics);
      },
      stepped: async (session) => {
        await rig.run.app.get(RunCountsSender, { strict: false }).look();
        // The messages are read before the clock moves, because the time of a message may reveal something.
        await Promise.all([...sockets.values()].map((socket) => socket.allArrived()));
        if (!isSecondEngine) await program.poll(session);
      },
    },
  );
  const exported = async () => {
    await rig.everythingRelayed();
    await eventually(
      () => countRows(rig.run.source, `research.study_export WHERE state <> 'ready'`),
      (under_way) => under_way === 0,
    );
  };
  await exported();
  credits = await grantAllCredits(rig.run, (ms) => rig.clock.advance(ms));
  await history.exportAgain();
  await exported();
  await eventually(
    () => rig.inbox.received.length,
    (mails) => mails >= history.anonymous.length,
  );
  looking = {
    run: rig.run,
    inbox: rig.inbox,
    logs: () => ({ server: rig.logs.server.lines, workers: rig.logs.workers.lines }),
    received: new Map(
      [...sockets].map(([id, { facts }]) => [id, [...facts, ...(hooks.get(id)?.facts ?? [])]]),
    ),
    polled: program.facts,
    seen: new Map(),
  };
}, patience);
afterAll(async () => {
  for (const socket of sockets.values()) socket.close();
  for (const hook of hooks.values()) await hook.close();
  await rig.close();
});

const persons = (): MatchablePerson[] =>
  history.people.map(({ _id, email, first_name }) => ({
    id: _id,
    words: [_id, email, first_name],
  }));
/**
 * Returns the texts by which an observer can recognise each anonymous participation: its id in
 * tables, its tag in rosters, its answer in external data and, if it alone has its condition, the
 * condition in records and exports.
 */
const targets = (): MatchTarget[] => {
  const secrets = rig.run.app.get(Secrets);
  return history.anonymous.map((one) => {
    const { participation_id, session_id, study_id, person, condition } = one;
    const pseudonym = secrets.pseudonym(study_id, 'anonymous', person._id);
    return {
      words: [
        participation_id,
        rosterTagOf(secrets, session_id, pseudonym),
        externalAnswerOf(one),
        ...(condition ? [condition.name] : []),
      ],
      person: person._id,
    };
  });
};

/** Returns the history without the participations in studies that students of the class made. */
const ofResearchers = (): SimulatedHistory => {
  const { builder, mate, anonymous, studies } = history;
  const built = new Set(
    studies.filter(({ owner }) => owner === builder || owner === mate).map(({ _id }) => _id),
  );
  return { ...history, anonymous: anonymous.filter(({ study_id }) => !built.has(study_id)) };
};

const rightOnes = ({ named }: SuggestedIdentities, of: readonly MatchTarget[]) =>
  [...named].filter(([target, person]) => of[target]?.person === person).length;

/**
 * Whether the fact is a roster line with a name, which a collaborator sees if the owner allowed it.
 */
const isNamedLine = ({ place, row }: ObservedFact): boolean =>
  /\/roster\/$/.test(place) && typeof row.email === 'string' && row.email !== '';

/** Set when the first observer is examined, since the history is over by then. */
let aims: MatchTarget[] | undefined;
let joinsOf: ReturnType<typeof identityMatcherOf> | undefined;
/** Finds the joins that identify more participants of anonymous sessions than chance would. */
function revealing(facts: readonly ObservedFact[]): string[] {
  const of = (aims ??= targets());
  joinsOf ??= identityMatcherOf(persons(), of);
  return joinsOf(facts)
    .map((join) => ({ join, right: rightOnes(join, of) }))
    .filter(
      ({ join, right }) => right > mostGuessesByChance(join.named.size, history.people.length),
    )
    .map(({ join, right }) => `${join.way}: ${right} of ${of.length} by ${join.by}`);
}

it('The simulated history has enough people in anonymous sessions, names in others, and slots in both', () => {
  expect(history.anonymous.length).toBeGreaterThanOrEqual(12);
  expect(history.sessions.some(({ privacy_level }) => privacy_level === 'roster_on_start')).toBe(
    true,
  );
  const onSite = history.sessions.filter(({ slots }) => slots.length > 0);
  expect(new Set(onSite.map(({ privacy_level }) => privacy_level)).size).toBe(2);
});

if (!isSecondEngine)
  it(
    'The simulated history gives credits, which an instructor reads as sums, and no name on a roster',
    async () => {
      expect(credits).toBeGreaterThan(20);
      for (const one of [
        factsSeenBy(({ instructor }) => instructor),
        factsSeenBy((of) => of.assistant),
      ]) {
        const facts = await one(looking, history);
        const gradebook = facts.find(({ place }) => place.endsWith('/gradebook/'));
        if (!gradebook) throw new Error('no gradebook');
        const { lines } = Gradebook.parse(gradebook.row);
        expect(lines).toHaveLength(history.people.length + 2);
        expect(lines.some(({ earned }) => earned > 0)).toBe(true);
        expect(facts.some(isNamedLine)).toBe(false);
      }
    },
    patience,
  );
if (!isSecondEngine)
  it(
    'The simulated history gives each observer the lists that they may read, and webhooks to researchers',
    async () => {
      const anonymous = history.sessions.filter(
        ({ privacy_level }) => privacy_level === 'anonymous',
      );
      const isSeen = (facts: readonly ObservedFact[], list: string) =>
        facts.some(({ place }) => anonymous.some(({ _id }) => place.includes(`${_id}/${list}`)));
      const editors = await factsSeenBy(({ editor }) => editor)(looking, history);
      expect(editors.some(({ place }) => /roster\/.+\/messages\/$/.test(place))).toBe(true);
      expect(isSeen(editors, 'conversations/')).toBe(true);
      const viewers = await factsSeenBy(({ viewer }) => viewer)(looking, history);
      const analysts = await factsSeenBy(({ analyst }) => analyst)(looking, history);
      for (const [of, facts] of Object.entries({ editors, viewers, analysts }))
        expect([of, facts.some(isNamedLine)]).toEqual([of, true]);
      for (const list of ['runs/', 'conditions/', 'progress/'])
        expect([list, isSeen(analysts, list)]).toEqual([list, true]);
      expect(analysts.some(({ place }) => /^export data\.json$/.test(place))).toBe(true);
      for (const list of ['roster/', 'attendance/', 'conversations/', 'external-returns/'])
        expect([list, isSeen(analysts, list)]).toEqual([list, false]);
      const owners = await factsSeenBy(({ hostile }) => hostile)(looking, history);
      for (const list of ['slots/calendar/', 'attendance/', 'external-returns/', 'progress/'])
        expect([list, isSeen(owners, list)]).toEqual([list, true]);
      const polled = new Set(looking.polled.map(({ place, row }) => `${place} ${typeof row.tag}`));
      expect([...polled]).toEqual(
        expect.arrayContaining(['polled roster string', 'polled external-returns string']),
      );
      expect([...polled]).toEqual(
        expect.arrayContaining(['polled runs string', 'polled conditions undefined']),
      );
      for (const list of ['runs/', 'conditions/'])
        expect([list, isSeen(owners, list)]).toEqual([list, true]);
      const drawn = ofResearchers().anonymous.flatMap(({ condition }) => condition ?? []);
      expect(drawn.length).toBeGreaterThanOrEqual(12);
      const over = drawn.filter(({ isOver }) => isOver);
      expect(over.length).toBeGreaterThanOrEqual(leastFinishedRuns);
      const ofRuns = (place: RegExp) =>
        JSON.stringify(owners.filter((fact) => place.test(fact.place)));
      for (const place of [/^\/api\/runs\/.+\/records\/$/, /^export data.json$/])
        for (const { name } of over) expect(ofRuns(place)).toContain(name);
      const live = (sockets.get(history.hostile._id)?.facts ?? [])
        .filter(({ place }) => place === 'socket runs.counted')
        .map(({ row }) => row.message as SessionRunCounts)
        .filter(({ session_id }) => anonymous.some(({ _id }) => _id === session_id));
      expect(live.map(({ running }) => running)).toContain(2);
      expect(live.at(-1)?.errors).toBeGreaterThan(1);
      expect(live.filter(({ stalled }) => stalled !== null)).toEqual([]);
      const answers = history.anonymous.map((one) => externalAnswerOf(one));
      const fromElsewhere = ofRuns(/^export outside\/survey.json$/);
      expect(answers.some((one) => fromElsewhere.includes(one))).toBe(true);
      const delivered = hooks.get(history.hostile._id)?.facts ?? [];
      expect(delivered.some(({ row }) => row.type === 'participation.changed')).toBe(true);
    },
    patience,
  );

if (!isSecondEngine)
  it(
    'The simulated history gives two groups their runs, and the pooled answers to groups, instructor and assistant',
    async () => {
      const { builder, mate, instructor, assistant } = history;
      const others = new Set(ofResearchers().anonymous);
      const drawn = history.anonymous.filter((one) => !others.has(one));
      const namesIn = (facts: readonly ObservedFact[], place: RegExp) => {
        const text = JSON.stringify(facts.filter((fact) => place.test(fact.place)));
        return drawn.filter(({ condition }) => condition && text.includes(condition.name));
      };
      const pooled = /^export data\.jsonl$/;
      for (const reader of [builder, mate, instructor, assistant]) {
        const facts = await factsSeenBy(() => reader)(looking, history);
        expect(namesIn(facts, pooled).length).toBeGreaterThanOrEqual(leastFinishedRuns);
        expect(facts.some(isNamedLine)).toBe(false);
      }
      for (const reader of [builder, mate]) {
        const facts = await factsSeenBy(() => reader)(looking, history);
        const own = namesIn(facts, /^\/api\/runs\/.+\/records\/$/);
        expect(own.length).toBeGreaterThanOrEqual(leastFinishedRuns);
        expect(facts.some(({ place }) => place === 'socket runs.counted')).toBe(true);
      }
    },
    patience,
  );

describe('Participants of anonymous sessions cannot be identified beyond chance', () => {
  it.each(Object.entries({ ...(!isSecondEngine && accountObservers), ...databaseAndLogObservers }))(
    'by joining what an observer sees: %s',
    async (_, everything) => {
      const facts = await everything(looking, history);
      expect(facts.length).toBeGreaterThan(0);
      expect(revealing(facts)).toEqual([]);
    },
    patience,
  );
});

describe('The matcher of persons and participations', () => {
  it.each(Object.entries(leaks))('finds a planted leak: %s', (_, { way, facts }) => {
    const found = revealing(facts(ofResearchers()));
    expect(found.filter((one) => one.startsWith(`${way}:`))).not.toEqual([]);
  });

  it('finds nothing in facts that are the same for everyone', () => {
    const days = history.anonymous.map(({ participation_id }) => ({
      place: 'a roster',
      row: { participation_id, state: 'completed', day: '2026-11-22' },
    }));
    const people = history.people.map(({ _id, email }) => ({
      place: 'people',
      row: { _id, email, created_at: new Date() },
    }));
    expect(revealing([...days, ...people])).toEqual([]);
  });
});
