import type { RunningApp } from '../../support/app/launch-app';
import { countLockWaits } from '../../support/engines/locks';
import { makePeople, makePerson } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { sharedApp } from '../../support/app/shared-app';
import { eventually } from '../../support/chance/wait';
import { injectedRequestsOf, type InjectedResponse } from '../enrolment/direct-requests';
import { lockTableRows } from '../enrolment/locked-rows';
import { slotRequestsOf } from '../slots/booking';

let run: RunningApp;
let release: (() => Promise<void>) | undefined;
beforeAll(async () => {
  run = await sharedApp();
});
afterEach(async () => {
  await release?.();
  release = undefined;
});
afterAll(() => run.close());

const many = 12;

/** Makes requests of another person that do not need the locked row. @returns their statuses */
async function others() {
  const { ask } = injectedRequestsOf(run);
  const person = await makePerson(run.source);
  const paths = ['/api/users/profile/', '/api/studies/', '/api/participations/', '/health/ready'];
  return Promise.all(paths.map(async (path) => (await ask('GET', path, person)).status));
}

type Answers = Pick<InjectedResponse, 'status'>[];
/** A case with many requests that need one row: how to lock it, and how to send them. */
interface Case {
  hold: () => Promise<() => Promise<void>>;
  ask: () => Promise<Answers>;
}
const cases: Record<string, () => Promise<Case>> = {
  'of a slot, which many book at the same moment': async () => {
    const slots = slotRequestsOf(run);
    const r = await slots.session({ capacity: many });
    const id = await slots.slot(r, { seats: many });
    const people = await makePeople(run.source, many);
    const seated = await Promise.all(people.map((person) => slots.seated(r, person)));
    return {
      hold: () => lockTableRows(run, 'research.slot', id),
      ask: () => Promise.all(seated.map((one) => slots.book(one, id))),
    };
  },
  'of a study, which is changed again and again': async () => {
    const { ask } = injectedRequestsOf(run);
    const r = await recruit(run);
    const path = `/api/studies/${r.study_id}/`;
    const titles = Array.from({ length: many }, (_, n) => `Title ${n}`);
    return {
      hold: () => lockTableRows(run, 'research.study', r.study_id),
      ask: () => Promise.all(titles.map((title) => ask('PUT', path, r.researcher, { title }))),
    };
  },
  'of a participation, in whose conversation somebody writes and writes': async () => {
    const { ask, enrol } = injectedRequestsOf(run);
    const r = await recruit(run, { privacy_level: 'roster_on_start' });
    const person = await makePerson(run.source);
    const { body } = await enrol(r, person);
    const path = `/api/participations/${body._id}/messages/`;
    const texts = Array.from({ length: many }, (_, n) => `Word ${n}`);
    return {
      hold: () => lockTableRows(run, 'research.participation', body._id),
      ask: () => Promise.all(texts.map((text) => ask('POST', path, person, { text }))),
    };
  },
  'of an account, whose profile is changed again and again': async () => {
    const { ask } = injectedRequestsOf(run);
    const person = await makePerson(run.source);
    const names = Array.from({ length: many }, (_, n) => `Name ${n}`);
    return {
      hold: () => lockTableRows(run, 'identity.account', person._id),
      ask: () =>
        Promise.all(
          names.map((first_name) => ask('PUT', '/api/users/profile/', person, { first_name })),
        ),
    };
  },
};

describe('While another transaction locks the row', () => {
  it.each(Object.entries(cases))(
    '%s, one connection waits for it, other requests do not, and afterwards all succeed',
    async (_, prepare) => {
      const { hold, ask } = await prepare();
      release = await hold();
      const answers = ask();
      await eventually(
        () => countLockWaits(run.source),
        (n) => n === 1,
      );
      expect(await others()).toEqual([200, 200, 200, 200]);
      expect(await countLockWaits(run.source)).toBe(1);
      await release();
      const refused = (await answers).filter(({ status }) => ![200, 201].includes(status));
      expect(refused).toEqual([]);
    },
  );
});
