import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  budgetOf,
  budgetsFrom,
  contextsIn,
  linesOf,
  printed,
} from '../../../scripts/jest/budgets.cjs';

const withoutBudget = (of?: string): string[] =>
  contextsIn(of).filter((context) => budgetOf(context, of) === undefined);

describe('budgets of integration tests', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'commonlab-budgets-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const plant = (context: string, budget?: string) => {
    mkdirSync(join(folder, context));
    if (budget !== undefined) writeFileSync(join(folder, context, 'budget.json'), budget);
  };

  it('are stated by each context', () => {
    expect(contextsIn().length).toBeGreaterThan(20);
    expect(withoutBudget()).toEqual([]);
  });

  it('are reported when missing or not a positive number of seconds', () => {
    plant('enrolment', '{ "seconds": 12 }');
    plant('bookmarks');
    plant('badges', '{ "seconds": "12" }');
    plant('banners', '{ "seconds": 0 }');
    expect(withoutBudget(folder)).toEqual(['badges', 'banners', 'bookmarks']);
  });

  const whole = { LANE: 'whole', ENGINE: 'redis' };
  it.each([
    ['a run of single files', { ENGINE: 'redis' }],
    ['the quick run', { LANE: 'quick', ENGINE: 'redis' }],
    ['the run on the second engine', { LANE: 'whole', ENGINE: 'postgres' }],
  ])('are not marked as exceeded in %s', (_, env) => {
    const spent = [{ file: 'test/integration/live/a.spec.ts', seconds: 4 }];
    expect(
      printed(
        linesOf(spent, () => 3),
        env,
      ),
    ).toMatch(/4\.0 of 3$/);
  });

  it('are printed with the time used, the most expensive first', () => {
    const spent = [
      { file: 'test/integration/live/a.spec.ts', seconds: 2 },
      { file: 'test/integration/enrolment/seats/b.spec.ts', seconds: 6 },
      { file: 'test/integration/enrolment/c.spec.ts', seconds: 2 },
    ];
    const budgets: Record<string, number> = { live: 3, enrolment: 10 };
    const lines = printed(
      linesOf(spent, (context) => budgets[context]),
      whole,
    ).split('\n');
    expect(lines).toEqual([
      expect.stringContaining('budget.json times 1.00'),
      expect.stringMatching(/^ {2}enrolment +8\.0 of 10$/),
      expect.stringMatching(/^ {2}live +2\.0 of 3$/),
    ]);
    expect(
      printed(
        linesOf(spent, () => undefined),
        whole,
      ),
    ).toContain('no budget  OVER BUDGET');
  });

  it.each([1, 0.4, 2.5])(
    'mark the one context that became slower, on a machine that needs %s times as long',
    (slowness) => {
      const measured: Record<string, number> = { accounts: 8, enrolment: 20, live: 4, slots: 12 };
      const secondsOf = (context: string) =>
        (measured[context] ?? 0) * slowness * (context === 'enrolment' ? 1.5 : 1);
      const spent = Object.keys(measured).map((context) => ({
        file: `test/integration/${context}/a.spec.ts`,
        seconds: secondsOf(context),
      }));
      const rows = printed(
        linesOf(spent, (context) => (measured[context] ?? 0) * 1.25),
        whole,
      ).split('\n');
      expect(rows.filter((row) => row.endsWith('OVER BUDGET'))).toEqual([
        expect.stringMatching(/^ {2}enrolment /),
      ]);
    },
  );

  it('are set to the time of a complete run plus a quarter, and never from a partial run', () => {
    const files = ['test/integration/live/a.spec.ts', 'test/integration/enrolment/b.spec.ts'];
    const [first = '', second = ''] = files;
    const spent = [
      { file: first, seconds: 2 },
      { file: second, seconds: 0.3 },
    ];
    expect(budgetsFrom(spent, files)).toEqual([
      { context: 'live', seconds: 3 },
      { context: 'enrolment', seconds: 1 },
    ]);
    expect(() => budgetsFrom(spent.slice(0, 1), files)).toThrow(second);
  });
});
