import { startApp } from '../../../support/app/app';
import type { RunningApp } from '../../../support/app/launch-app';
import { makePeople } from '../../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../../support/people/recruiting';
import { printSeededRandom, type SeededRandom } from '../../../support/chance/seeded';
import { sharedApp } from '../../../support/app/shared-app';
import { faultyTransitions } from '../../model/moves-and-events';
import { injectedRequestsOf, type InjectedResponse } from '../direct-requests';

let run: RunningApp;
let second: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
  second = await startApp({ engines: run.engines });
});
afterAll(async () => {
  await second.close();
  await run.close();
});

const actions = [
  'start',
  'complete',
  'withdraw',
  'withdraw',
  'accept',
  'decline-consent',
  'withdraw-data',
];
const decisions = [
  { action: 'approve' },
  { action: 'no-show' },
  { action: 'nullify', reason: 'The sound was missing.' },
  { action: 'screen-out' },
  { action: 'overturn', reason: 'The sound was there after all.' },
];

/** Makes a study with two sessions. A person may take part in only one of them. */
async function twoSessions(): Promise<RecruitingStudy[]> {
  const r = await recruit(run, { capacity: 3 });
  const { ask } = injectedRequestsOf(run);
  const other = await ask('POST', `/api/studies/${r.study_id}/sessions/`, r.researcher, {
    capacity: 2,
  });
  await ask('PUT', `/api/sessions/${other.body._id}/`, r.researcher, { state: 'active' });
  return [r, { ...r, session_id: other.body._id }];
}

/** Makes a session in which the researcher can decide by the participation's id. */
const named = () =>
  recruit(run, { capacity: 2, allow_repeats: true, privacy_level: 'roster_on_start' });

/** Sends random requests of one person to both servers. @returns the answers */
async function play(
  chance: SeededRandom,
  all: readonly RecruitingStudy[],
  who: Parameters<ReturnType<typeof injectedRequestsOf>['enrol']>[1],
): Promise<InjectedResponse[]> {
  const answers: InjectedResponse[] = [];
  const ids = new Set<string>();
  for (let move = 0; move < 14; move++) {
    const { ask, enrol, transition } = injectedRequestsOf(chance.int(2) ? run : second);
    const r = all[chance.int(all.length)];
    if (!r) throw new Error('no session');
    const id = [...ids][chance.int(ids.size)];
    const asked =
      id === undefined || chance.int(3) === 0
        ? [enrol(r, who, { ...(chance.int(2) && { waitlist: true }) })]
        : chance.int(6) === 0
          ? [
              ask(
                'PUT',
                `/api/participations/${id}/`,
                r.researcher,
                decisions[chance.int(decisions.length)],
              ),
            ]
          : // Sometimes sends the request twice concurrently, like a double click.
            Array.from({ length: 1 + chance.int(2) }, () =>
              transition(id, who, actions[chance.int(actions.length)] ?? ''),
            );
    for (const answer of await Promise.all(asked)) {
      answers.push(answer);
      if (answer.status < 300) ids.add(answer.body._id);
    }
  }
  return answers;
}

it('random enrolments and transitions at two servers keep counts, history and events consistent with the rows', async () => {
  const chance = printSeededRandom('what people ask for');
  const all = [...(await twoSessions()), await named()];
  const people = await makePeople(run.source, 14);
  const answers = (await Promise.all(people.map((p) => play(chance, all, p)))).flat();
  expect(answers.filter(({ status }) => ![200, 201, 403, 404, 409].includes(status))).toEqual([]);
  const ids = all.map((r) => r.session_id);
  for (const id of ids) {
    const now = await readSeatCounts(run.source, id);
    expect(now.counted).toBe(now.taken);
    expect(now.waiting).toBe(now.waitlisted);
    expect(now.taken).toBeLessThanOrEqual(now.capacity);
    // No seat is left empty: no participant waits while a seat is free.
    if (now.waiting > 0) expect(now.taken).toBe(now.capacity);
  }
  expect(await faultyTransitions(run.source, ids)).toEqual([]);
  // Time limit: the test sends two hundred requests, one person after the other, to two servers.
}, 40_000);
