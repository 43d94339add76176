/**
 * An observer of an anonymous session who knows every draw so far, and has accomplices who give up
 * their seats, cannot predict a draw. The tests move the clock to the next day, because a
 * withdrawal counts only from then on.
 */
import crypto from 'node:crypto';
import type { z } from 'zod';
import type { Conditions } from '../../../contracts/study-files/conditions';
import type { RosterEntry } from '../../../contracts/enrolment/rosters';
import { rosterTagOf } from '../../../server/enrolment/rosters/roster-entries';
import { Secrets } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { TestClock } from '../../support/app/test-clock';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { launchHostedStudy, runRequestsOf, type RunParticipation } from './running';

const clock = new TestClock();
const day = 24 * 3_600_000;
let run: RunningApp;
let limits: number[];
/**
 * The module `crypto`, whose function `randomInt` the tests mock. The mock records the limit of
 * each call, and always returns 0.
 */
const chance = crypto as unknown as { randomInt: (limit: number) => number };
beforeAll(async () => {
  run = await sharedApp({ clock });
});
beforeEach(() => {
  limits = [];
  jest.spyOn(chance, 'randomInt').mockImplementation((limit) => {
    limits.push(limit);
    return 0;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  clock.reset();
});
afterAll(() => run.close());

const conditions: Conditions = {
  draw: 'least_filled',
  repeats: 1,
  blinded: false,
  cells: ['a', 'b'].map((name) => ({ name, share: 1, values: {} })),
};
const recruited = () =>
  launchHostedStudy(run, { capacity: 20, privacy_level: 'anonymous' }, conditions);
interface Roster {
  readonly items: readonly z.output<typeof RosterEntry>[];
}
const tagIn = ({ session_id, study_id }: RecruitingStudy, { person }: RunParticipation) => {
  const secrets = run.app.get(Secrets);
  return rosterTagOf(secrets, session_id, secrets.pseudonym(study_id, 'anonymous', person._id));
};
const nameOf = (t: RunParticipation) => t.run.condition?.name;
/**
 * Starts a run of a new participant. With the mocked random number 0, the draw gives the condition
 * with the fewest participants.
 */
const take = async (r: RecruitingStudy) => {
  limits = [];
  return runRequestsOf(run).take(r);
};
const gives = async ({ id, person }: RunParticipation, ...actions: string[]) => {
  for (const action of actions)
    expect((await runRequestsOf(run).move(id, person, action)).status).toBe(200);
};
const four = async (r: RecruitingStudy) => {
  const all: RunParticipation[] = [];
  for (let n = 0; n < 4; n++) all.push(await take(r));
  expect(all.map(nameOf)).toEqual(['a', 'b', 'a', 'b']);
  return all;
};

describe('Drawing a condition in an anonymous session', () => {
  it('makes two of three draws at random, even if one condition lacks participants', async () => {
    const r = await recruited();
    expect(nameOf(await take(r))).toBe('a');
    jest.mocked(chance.randomInt).mockImplementation((limit) => (limit === 3 ? 1 : 0));
    // The server draws `a` at random, although the other condition has fewer participants.
    expect(nameOf(await take(r))).toBe('a');
    expect(nameOf(await take(r))).toBe('a');
  });

  it('counts the seat of an accomplice who withdraws today until the day is over', async () => {
    const r = await recruited();
    const all = await four(r);
    const accomplice = all[3];
    if (!accomplice) throw new Error('nobody takes part');
    await gives(accomplice, 'withdraw');
    // A withdrawal of today does not count yet, so all four people count, and one of the two
    // conditions is drawn at random. The mocked number gives the first.
    expect(nameOf(await take(r))).toBe('a');
    expect(limits).toEqual([3, 2]);
    clock.advance(day);
    expect(nameOf(await take(r))).toBe('b');
    expect(nameOf(await take(r))).toBe('b');
  });

  it('counts a seat of yesterday that is given up or cancelled today', async () => {
    const { ask } = runRequestsOf(run);
    const r = await recruited();
    const all = await four(r);
    clock.advance(day);
    const [, second, , fourth] = all;
    if (!second || !fourth) throw new Error('nobody takes part');
    await gives(fourth, 'withdraw');
    const path = `/api/sessions/${r.session_id}/roster/`;
    const roster = await ask<Roster>('GET', path, r.researcher);
    const line = roster.body.items.find(({ tag }) => tag === tagIn(r, second));
    if (!line) throw new Error('the roster has no such line');
    const nullified = await ask('PUT', `${path}${line.entry}/`, r.researcher, {
      action: 'nullify',
      reason: 'Tested only',
    });
    expect(nullified.status).toBe(200);
    expect(nameOf(await take(r))).toBe('a');
    expect(limits).toEqual([3, 2]);
    clock.advance(day);
    expect(nameOf(await take(r))).toBe('b');
    expect(limits).toEqual([3, 1]);
  });

  it('is random on a day on which a participant deletes their data', async () => {
    const r = await recruited();
    const [, , , accomplice] = await four(r);
    if (!accomplice) throw new Error('nobody takes part');
    await gives(accomplice, 'withdraw', 'withdraw-data');
    expect(nameOf(await take(r))).toBe('a');
    expect(limits).toEqual([2]);
    clock.advance(day);
    expect(nameOf(await take(r))).toBe('b');
    expect(limits).toEqual([3, 1]);
  });
});
