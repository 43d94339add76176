/**
 * @lane slow: simulates many random steps
 * @long: `npm test -- long` simulates more steps
 * @engines one: uses tables and transactions, but no queue, so it runs with only one kind of queue
 * (Redis or PostgreSQL)
 */
import {
  creditForQuarterHours,
  countQuarterHours,
} from '../../../../contracts/teaching/credit.rule';
import { days } from '../../../../server/platform/concurrency/clock';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { triesInTestRun } from '../../../support/chance/lanes';
import { seededRandomOf } from '../../../support/chance/seeded';
import type { TestPerson } from '../../../support/people/people';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { nullifyDecision } from '../../payments/decisions';
import { creditRequestsOf, creditSumsOf } from '../rigs/credits-rig';

let run: SeparateApp;
let credits: ReturnType<typeof creditRequestsOf>;
const clock = new TestClock();
beforeAll(async () => {
  run = await startApp({ clock });
  credits = creditRequestsOf(run);
});
afterAll(() => run.close());

const steps = triesInTestRun(90, 400);
const rates = [100, 30, 250];

/** What the model knows of one credit: its quarter hours, and the course in which it counts. */
interface ModelCredit {
  quarters: number;
  courseId: string | null;
}
interface Player {
  person: TestPerson;
  credits: Map<string, ModelCredit>;
}
/** An approved participation whose credit is not granted yet. */
interface Due {
  id: string;
  study: RecruitingStudy;
}

describe('Sums of credits', () => {
  it('equal those of a model after many random steps, and are never below zero', async () => {
    const seed = Number(process.env.CREDIT_SEED ?? Math.floor(Math.random() * 2 ** 31));
    process.stderr.write(`CREDIT_SEED=${seed} repeats the chance of: the game of credits\n`);
    const chance = seededRandomOf(seed);
    const pick = <T>(some: readonly T[]): T => some[chance.int(some.length)] as T;

    const courses = new Map<string, number>();
    for (const [n, rate] of rates.entries())
      courses.set(await credits.course({ rate, deadlineIn: 200 + n, required: 75 * n }), rate);
    const ids = [...courses.keys()];
    const rooms = await Promise.all(ids.map((id) => credits.classroom(id)));
    const players: Player[] = [];
    for (let n = 0; n < 4; n++)
      players.push({
        person: await credits.student(...rooms.filter((_, place) => place <= n)),
        credits: new Map(),
      });
    const due: Due[] = [];

    const studies: { study: RecruitingStudy; taken: Set<Player> }[] = [];
    /** Makes a study of a random duration that the player has not taken part in yet. */
    const studyFor = async (player: Player): Promise<RecruitingStudy> => {
      let free = studies.find(({ taken }) => !taken.has(player));
      if (!free) {
        const study = await credits.study({ duration_minutes: 1 + chance.int(120) });
        free = { study, taken: new Set() };
        studies.push(free);
      }
      free.taken.add(player);
      return free.study;
    };

    /**
     * Adds the newly granted credits of a student to the model.
     */
    const adopt = async (player: Player) => {
      const own = await credits.own(player.person);
      for (const { _id, minutes, course_id } of own.credits)
        if (!player.credits.has(_id))
          player.credits.set(_id, { quarters: countQuarterHours(minutes), courseId: course_id });
      return own;
    };
    const moves: Record<string, () => Promise<void>> = {
      approve: async () => {
        const player = pick(players);
        const study = await studyFor(player);
        due.push({ id: await credits.approved(study, player.person), study });
      },
      leave: async () => {
        const player = pick(players);
        const { person } = player;
        const id = await credits.enrolled(await studyFor(player), person);
        await credits.act(id, person, { action: 'start' });
        await credits.act(id, person, { action: 'withdraw' });
      },
      cancel: async () => {
        const [one] = due.splice(chance.int(due.length + 1), 1);
        if (one) await credits.act(one.id, one.study.researcher, nullifyDecision);
      },
      submit: async () => {
        const place = chance.int(rooms.length);
        const students = players.filter((_, n) => n >= place);
        await credits.submission(rooms[place] ?? '', pick(students).person, 1 + chance.int(100));
      },
      grant: async () => {
        await Promise.all([credits.grant(), credits.grant()]);
        for (const player of players) await adopt(player);
      },
      day: () => {
        clock.advance(days(chance.int(2)));
        return Promise.resolve();
      },
      move: async () => {
        const player = pick(players);
        await adopt(player);
        const [id, credit] = pick([...player.credits]) ?? [];
        if (id === undefined || !credit) return;
        const targets = [pick(ids), pick(ids)];
        const answers = await Promise.all(
          targets.map((target) => credits.move(player.person, id, target)),
        );
        const reached = targets.filter((_, n) => answers[n]?.status === 200);
        if (reached.length === 0) return;
        const now = (await credits.own(player.person)).credits.find(({ _id }) => _id === id);
        expect(reached).toContain(now?.course_id);
        credit.courseId = now?.course_id ?? null;
      },
    };
    for (let step = 0; step < steps; step++) await moves[pick(Object.keys(moves))]?.();
    clock.advance(days(1));
    await credits.grant();

    for (const player of players) {
      const own = await adopt(player);
      expect(own.credits).toHaveLength(player.credits.size);
      const sums = new Map<string, number>();
      for (const { quarters, courseId } of player.credits.values())
        if (courseId !== null) {
          const worth = creditForQuarterHours(quarters, courses.get(courseId) ?? 0);
          sums.set(courseId, (sums.get(courseId) ?? 0) + worth);
        }
      const earned = creditSumsOf(own);
      for (const id of Object.keys(earned))
        expect([id, earned[id]]).toEqual([id, sums.get(id) ?? 0]);
      expect(own.pending).toEqual([]);
    }
    const below: unknown[] = await run.source.query(
      `SELECT id FROM ledger.account WHERE kind = 'credit' AND balance < 0`,
    );
    expect(below).toEqual([]);
    const rows: { credits: number; sources: number }[] = await run.source.query(
      `SELECT (SELECT count(*)::int FROM identity.credit) AS credits,
         (SELECT count(*)::int FROM research.participation_credit)
           + (SELECT count(*)::int FROM identity.submission WHERE credit = 'granted') AS sources`,
    );
    expect(rows[0]?.credits).toBe(rows[0]?.sources);
    expect(await credits.damage()).toEqual([]);
  }, 240_000);
});
