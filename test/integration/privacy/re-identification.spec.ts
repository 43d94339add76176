/**
 * @lane slow: a history of hundreds of steps, and all that can be seen of it
 * @engines both: the queues are looked at
 */
import { tagOf } from '../../../server/enrolment/rosters/roster-entries';
import { Secrets } from '../../../server/platform/security/secrets';
import { seeded } from '../../support/seeded';
import { eventually } from '../../support/wait';
import { openTracesRig, type TracesRig } from '../accounts/traces-rig';
import type { Fact } from './facts';
import { makeOthers, playHistory, type History } from './history';
import { leaks } from './leaks';
import { joinsOf, type Join, type Person, type Target } from './matcher';
import { observers, type Rig } from './observers';
import { mostByChance } from './odds';
import { listening, type Listening } from './reach';

const patience = 120_000;

let rig: TracesRig;
let history: History;
let looking: Rig;
const sockets = new Map<string, Listening>();
beforeAll(async () => {
  rig = await openTracesRig();
  const others = await makeOthers(rig.run);
  const { hostile, second, pending, administrator } = others;
  for (const who of [hostile, second, pending, administrator])
    sockets.set(who._id, await listening(rig.run, who));
  for (const socket of sockets.values()) await socket.watch(['dashboard', 'me', 'reviews']);
  history = await playHistory(rig.run, others, seeded('a history of participations'), {
    advance: (ms) => rig.clock.advance(ms),
    launched: async (topics) => {
      for (const socket of sockets.values()) await socket.watch(topics);
    },
  });
  await rig.everythingRelayed();
  await eventually(
    () => rig.inbox.received.length,
    (mails) => mails >= history.anonymous.length,
  );
  looking = {
    run: rig.run,
    inbox: rig.inbox,
    logs: () => ({ server: rig.logs.server.lines, workers: rig.logs.workers.lines }),
    told: new Map([...sockets].map(([id, { facts }]) => [id, facts])),
  };
}, patience);
afterAll(async () => {
  for (const socket of sockets.values()) socket.close();
  await rig.close();
});

const persons = (): Person[] =>
  history.people.map(({ _id, email, first_name }) => ({
    id: _id,
    words: [_id, email, first_name],
  }));
/** Tables call a participation by its id, rosters by the tag of the session. */
const targets = (): Target[] => {
  const secrets = rig.run.app.get(Secrets);
  return history.anonymous.map(({ participation_id, session_id, study_id, person }) => ({
    words: [
      participation_id,
      tagOf(secrets, session_id, secrets.pseudonym(study_id, 'anonymous', person._id)),
    ],
    person: person._id,
  }));
};

const rightOnes = ({ named }: Join, of: readonly Target[]) =>
  [...named].filter(([target, person]) => of[target]?.person === person).length;

/** What joins name more participants of anonymous sessions than chance would. */
function revealing(facts: readonly Fact[]): string[] {
  const of = targets();
  return joinsOf(facts, persons(), of)
    .map((join) => ({ join, right: rightOnes(join, of) }))
    .filter(({ join, right }) => right > mostByChance(join.named.size, history.people.length))
    .map(({ join, right }) => `${join.way}: ${right} of ${of.length} by ${join.by}`);
}

it('the history has people enough in anonymous sessions, names in others, and slots in both', () => {
  expect(history.anonymous.length).toBeGreaterThanOrEqual(12);
  expect(history.sessions.some(({ privacy_level }) => privacy_level === 'roster_on_start')).toBe(
    true,
  );
  const onSite = history.sessions.filter(({ slots }) => slots.length > 0);
  expect(new Set(onSite.map(({ privacy_level }) => privacy_level)).size).toBe(2);
});

describe('Nobody of an anonymous session is named, beyond chance, by', () => {
  it.each(Object.entries(observers))(
    '%s',
    async (_, everything) => {
      const facts = await everything(looking, history);
      expect(facts.length).toBeGreaterThan(0);
      expect(revealing(facts)).toEqual([]);
    },
    patience,
  );
});

describe('The matcher finds', () => {
  it.each(Object.entries(leaks))('%s', (_, { way, facts }) => {
    const found = revealing(facts(history));
    expect(found.filter((one) => one.startsWith(`${way}:`))).not.toEqual([]);
  });

  it('nothing in what is only as many and as late as anybody’s', () => {
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
