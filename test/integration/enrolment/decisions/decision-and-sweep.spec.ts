/** @long: `npm test -- long` brings together decisions and sweeps in more sessions */
import { DeadlineEnforcer } from '../../../../server/enrolment/deadlines/deadlines';
import { days } from '../../../../server/platform/concurrency/clock';
import {
  OutboxNotifier,
  UnitOfWork,
  type Transaction,
  type UnitOfWorkOptions,
} from '../../../../server/platform/db/unit-of-work';
import { startApp, TestClock } from '../../../support/app/app';
import type { RunningApp } from '../../../support/app/launch-app';
import { countLockWaits } from '../../../support/engines/locks';
import { makePeople, type TestPerson } from '../../../support/people/people';
import { recruit, readSeatCounts, type RecruitingStudy } from '../../../support/people/recruiting';
import { triesInTestRun } from '../../../support/chance/lanes';
import { printSeededRandom } from '../../../support/chance/seeded';
import { eventually } from '../../../support/chance/wait';
import { injectedRequestsOf } from '../direct-requests';
import { lockTableRows } from '../locked-rows';

// Starts two servers on one database: requests go to one, and the sweep runs in the other.
let run: RunningApp;
let other: RunningApp;
let asking: ReturnType<typeof injectedRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock });
  other = await startApp({ clock, engines: run.engines });
  asking = injectedRequestsOf(run);
});
afterEach(() => clock.reset());
afterAll(async () => {
  await other.close();
  await run.close();
});

const euros = 4.5;
const reason = 'Both checks of attention were answered with something else. '.repeat(2);
const approve = { action: 'approve' };
const reject = { action: 'reject', category: 'failed_checks', reason };

/** A participant who completed the study. */
interface Done {
  r: RecruitingStudy;
  person: TestPerson;
  id: string;
}
interface Line {
  tag: string;
  state: string;
}

async function completed(people: readonly TestPerson[], researcher?: TestPerson): Promise<Done[]> {
  const capacity = people.length;
  const r = await recruit(run, { privacy_level: 'roster_on_start', capacity, researcher });
  return Promise.all(
    people.map(async (person) => {
      const { _id: id } = (await asking.enrol(r, person)).body;
      for (const action of ['start', 'complete']) await asking.transition(id, person, action);
      return { r, person, id };
    }),
  );
}
const three = async (): Promise<[Done, Done, Done]> => {
  const [a, b, c] = await completed(await makePeople(run.source, 3));
  if (!a || !b || !c) throw new Error('three who completed it');
  return [a, b, c];
};

const decide = ({ r, id }: Done, body: object) =>
  asking.ask('PUT', `/api/participations/${id}/`, r.researcher, body);
/** Decides about all participants of a session by their tags, in one request. */
const decideOnAll = async ({ r }: Done, decision: object) => {
  const roster = `/api/sessions/${r.session_id}/roster/?names=false`;
  const { body } = await asking.ask<{ items: Line[] }>('GET', roster, r.researcher);
  const decisions = body.items.map(({ tag }) => ({ tag, decision }));
  return () =>
    asking.ask<{ code?: string; decided?: number; fields?: { code: string }[] }>(
      'POST',
      `/api/sessions/${r.session_id}/decisions/`,
      r.researcher,
      { decisions },
    );
};
const sweep = () => other.app.get(DeadlineEnforcer, { strict: false }).endOverdue();

/**
 * Reads the state changes of a participation after its completion. Each change is one line, which
 * names the author of the change.
 */
const movesOf = async ({ id }: Done): Promise<string[]> => {
  const rows: { move: string }[] = await run.source.query(
    `SELECT to_state || ' by ' || moved_by AS move FROM research.participation_move
     WHERE participation_id = $1 AND from_state = 'completed' ORDER BY id`,
    [id],
  );
  return rows.map(({ move }) => move);
};
/** Counts the events that announce a decision: each leads to an email. */
const toldOf = async ({ id }: Done): Promise<number> => {
  const [row]: { told: number }[] = await run.source.query(
    `SELECT count(*)::int AS told FROM platform.outbox
     WHERE name = 'enrolment.participant-decided' AND data ->> 'participation_id' = $1`,
    [id],
  );
  return row?.told ?? 0;
};
const stateOf = async ({ person, id }: Done): Promise<string | undefined> => {
  const mine = await asking.ask<{ items: { _id: string; state: string }[] }>(
    'GET',
    '/api/participations/?limit=200',
    person,
  );
  return mine.body.items.find((one) => one._id === id)?.state;
};
/** Reads what the session owes for approved participations, in cents. */
const owed = async ({ r }: Done): Promise<number | undefined> => {
  const { body } = await asking.ask<{ cost: { approved: { amount: number } } | null }>(
    'GET',
    `/api/sessions/${r.session_id}/progress/`,
    r.researcher,
  );
  return body.cost?.approved.amount;
};
const waits = (connections: number) =>
  eventually(
    () => countLockWaits(run.source),
    (n) => n === connections,
  );

/** A unit of work that writes its rows, but commits only when `mayCommit` resolves. */
class BeforeCommit extends UnitOfWork {
  constructor(private readonly mayCommit: () => Promise<void>) {
    super(other.source, other.app.get(OutboxNotifier, { strict: false }));
  }
  override run<T>(work: (tx: Transaction) => Promise<T>, options?: UnitOfWorkOptions): Promise<T> {
    return super.run(async (tx) => {
      const done = await work(tx);
      await this.mayCommit();
      return done;
    }, options);
  }
}
/**
 * Runs the sweep, which approves the participations that are due, in a transaction that stays open.
 * @returns a function that commits the transaction
 */
async function sweptWithoutCommit(): Promise<() => Promise<number>> {
  let commit = (): void => undefined;
  const committing = new Promise<void>((resolve) => (commit = resolve));
  let swept: Promise<number> | undefined;
  await new Promise<void>((resolve, reject) => {
    const unit = new BeforeCommit(() => {
      resolve();
      return committing;
    });
    swept = new DeadlineEnforcer(other.source, unit, clock).endOverdue();
    swept.catch(reject);
  });
  return () => {
    commit();
    return swept ?? Promise.resolve(0);
  };
}

describe('When the automatic approval after 21 days commits before a concurrent decision of the researcher,', () => {
  it('a rejection of one participation waits for it and is refused, because the participation is approved by then', async () => {
    const [one, ...rest] = await three();
    clock.advance(days(21) + 1_000);
    const commit = await sweptWithoutCommit();
    const rejected = decide(one, reject);
    await waits(1);
    expect(await commit()).toBe(3);
    expect(await rejected).toMatchObject({
      status: 409,
      body: {
        code: 'illegal_transition',
        description: expect.stringContaining('approved') as string,
      },
    });
    for (const each of [one, ...rest]) expect(await movesOf(each)).toEqual(['approved by system']);
    expect(await toldOf(one)).toBe(1);
    expect(await owed(one)).toBe(3 * euros * 100);
  });

  it('an approval succeeds, and the participation is counted, emailed and paid once', async () => {
    const [one] = await three();
    clock.advance(days(21) + 1_000);
    const commit = await sweptWithoutCommit();
    const approved = decide(one, approve);
    await waits(1);
    await commit();
    expect(await approved).toMatchObject({ status: 200, body: { state: 'approved' } });
    expect(await movesOf(one)).toEqual(['approved by system']);
    expect(await toldOf(one)).toBe(1);
    expect(await owed(one)).toBe(3 * euros * 100);
  });

  it('a rejection of all participations rejects none, and the error names each', async () => {
    const all = await three();
    const rejectAll = await decideOnAll(all[0], reject);
    clock.advance(days(21) + 1_000);
    const commit = await sweptWithoutCommit();
    const rejected = rejectAll();
    await waits(1);
    await commit();
    const { status, body } = await rejected;
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.fields?.map(({ code }) => code)).toEqual(Array(3).fill('not_possible_now'));
    for (const each of all) expect(await movesOf(each)).toEqual(['approved by system']);
    expect(await owed(all[0])).toBe(3 * euros * 100);
  });
});

describe('When a decision of the researcher commits before the concurrent automatic approval after 21 days,', () => {
  /**
   * Locks the row of the participation, sends the request, and runs the sweep while the request
   * waits.
   * @returns what the sweep did
   */
  async function overtaken<T>(held: Done, asked: () => Promise<T>) {
    const release = await lockTableRows(run, 'research.participation', held.id);
    const answer = asked();
    await waits(1);
    const swept = await sweep();
    await release();
    return { swept, answer: await answer };
  }

  it('the job skips the session, and its next run keeps the rejection and approves the others', async () => {
    const [one, ...rest] = await three();
    clock.advance(days(21) + 1_000);
    const { swept, answer } = await overtaken(one, () => decide(one, reject));
    expect([swept, answer.status, answer.body.state]).toEqual([0, 200, 'rejected']);
    expect(await sweep()).toBe(2);
    expect(await movesOf(one)).toEqual(['rejected by researcher']);
    for (const each of rest) expect(await movesOf(each)).toEqual(['approved by system']);
    expect([await toldOf(one), await stateOf(one)]).toEqual([1, 'rejected']);
    expect(await owed(one)).toBe(2 * euros * 100);
    expect(await readSeatCounts(run.source, one.r.session_id)).toMatchObject({
      taken: 2,
      counted: 2,
    });
  });

  it('an approval of all participations is recorded as the researcher’s decision for each', async () => {
    const all = await three();
    const approveAll = await decideOnAll(all[0], approve);
    clock.advance(days(21) + 1_000);
    const { swept, answer } = await overtaken(all[2], approveAll);
    expect([swept, answer.status, answer.body.decided]).toEqual([0, 200, 3]);
    expect(await sweep()).toBe(0);
    for (const each of all) {
      expect(await movesOf(each)).toEqual(['approved by researcher']);
      expect(await toldOf(each)).toBe(1);
    }
    expect(await owed(all[0])).toBe(3 * euros * 100);
  });
});

describe('Concurrent decisions and automatic approvals in random order', () => {
  it(
    'decide each participation once: history, email, pay and each answer agree',
    async () => {
      const chance = printSeededRandom('which decisions and sweeps come together');
      const people = await makePeople(run.source, 5);
      const [first] = await completed(people);
      const researcher = first?.r.researcher;
      for (let round = 0; round < triesInTestRun(2, 5); round++) {
        const sessions = await Promise.all(
          Array.from({ length: 6 }, () => completed(people, researcher)),
        );
        clock.advance(days(21) + 1_000);
        const answers = new Map<Done, { status: number; rejects: boolean; code: string }>();
        const asked = sessions.flat().map((one) => async () => {
          const rejects = chance.int(3) > 0;
          const { status, body } = await decide(one, rejects ? reject : approve);
          answers.set(one, { status, rejects, code: body.code });
        });
        const sweeps = Array.from({ length: 6 }, () => async () => void (await sweep()));
        const order = [...asked, ...sweeps]
          .map((begin) => ({ begin, at: chance.random() }))
          .sort((a, b) => a.at - b.at);
        await Promise.all(order.map(({ begin }) => begin()));
        await sweep();
        for (const one of sessions.flat()) {
          const answer = answers.get(one);
          const isRejected = answer?.rejects === true && answer.status === 200;
          if (answer?.rejects && !isRejected)
            expect(answer).toMatchObject({ status: 409, code: 'illegal_transition' });
          else expect(answer?.status).toBe(200);
          const moves = await movesOf(one);
          expect(moves).toHaveLength(1);
          expect(moves[0]).toMatch(isRejected ? /^rejected by researcher$/ : /^approved by /);
          if (answer?.rejects && !isRejected) expect(moves).toEqual(['approved by system']);
          expect(await toldOf(one)).toBe(1);
          expect(await stateOf(one)).toBe(isRejected ? 'rejected' : 'approved');
        }
        for (const session of sessions) {
          const [one] = session;
          if (!one) continue;
          const states = await Promise.all(session.map(stateOf));
          const approved = states.filter((state) => state === 'approved').length;
          expect(await owed(one)).toBe(approved * euros * 100);
        }
        clock.reset();
      }
    },
    // Time limit: the long run makes 150 participations, each with several requests.
    60_000,
  );
});
