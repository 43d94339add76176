import { FairShareBudget } from './fair-share-budget.rule';

const bounds = { perSecond: 100, most: 1_000 };

/**
 * Simulates members who each spend as soon as they may, for this many milliseconds.
 * @returns how much each of them spent
 */
function asking(
  costs: FairShareBudget,
  people: readonly { who: string; cost: number }[],
  ms: number,
) {
  const got = new Map(people.map(({ who }) => [who, 0]));
  const next = new Map(people.map(({ who }) => [who, 0]));
  for (let now = 0; now < ms; now += 10)
    for (const { who, cost } of people) {
      if ((next.get(who) ?? 0) > now) continue;
      const wait = costs.waitMs(who, now);
      next.set(who, now + wait);
      if (wait > 0) continue;
      costs.spend(who, cost, now);
      got.set(who, (got.get(who) ?? 0) + cost);
    }
  return got;
}

describe('The shared budget of a batch session', () => {
  it('gives a single participant the complete budget immediately, then the refill rate', () => {
    const costs = new FairShareBudget(bounds, 0);
    expect(costs.waitMs('one', 0)).toBe(0);
    costs.spend('one', 1_100, 0);
    const wait = costs.waitMs('one', 0);
    expect(wait).toBeGreaterThan(1_000);
    expect(costs.waitMs('one', wait - 20)).toBeGreaterThan(0);
    expect(costs.waitMs('one', wait)).toBe(0);
  });

  it('never grants more than the budget when many participants request at the same time', () => {
    for (const many of [1, 2, 7, 40]) {
      const people = Array.from({ length: many }, (_, i) => ({ who: String(i), cost: 50 }));
      const got = asking(new FairShareBudget(bounds, 0), people, 60_000);
      const sum = [...got.values()].reduce((a, b) => a + b, 0);
      expect(sum).toBeLessThanOrEqual(1_000 + 60 * 100 + 50);
      expect(sum).toBeGreaterThan(60 * 100 * 0.8);
    }
  });

  it('grants small requests in full while others request as much as possible', () => {
    const greedy = Array.from({ length: 5 }, (_, i) => ({ who: `greedy ${i}`, cost: 200 }));
    const got = asking(
      new FairShareBudget(bounds, 0),
      [...greedy, ...[1, 2, 3].map((n) => ({ who: `fair ${n}`, cost: 20 }))],
      120_000,
    );
    const shares = [...got.values()];
    const mean = shares.reduce((a, b) => a + b, 0) / shares.length;
    for (const share of shares) expect(share).toBeGreaterThan(mean * 0.6);
  });

  it('gives the shares of participants who left to those who remain', () => {
    const costs = new FairShareBudget(bounds, 0);
    for (let n = 0; n < 100; n++) costs.waitMs(String(n), 0);
    costs.waitMs('one', 0);
    costs.spend('one', 110, 0);
    // With a hundredth of the budget, one member would wait a hundred seconds.
    expect(costs.waitMs('one', 0)).toBeGreaterThan(90_000);
    expect(costs.waitMs('one', 65_000)).toBeLessThan(2_000);
  });

  it('keeps the debt of a participant who stops requesting until the refill has paid it', () => {
    const costs = new FairShareBudget(bounds, 0);
    costs.waitMs('other', 0);
    costs.waitMs('one', 0);
    costs.spend('one', 100_000, 0);
    costs.waitMs('new', 70_000);
    expect(costs.waitMs('one', 70_000)).toBeGreaterThan(0);
  });

  it('forgets a participant when they have requested nothing for a while', () => {
    const costs = new FairShareBudget(bounds, 0);
    costs.waitMs('one', 0);
    costs.spend('one', 500, 0);
    expect(costs.isIdle(1_000)).toBe(false);
    expect(costs.isIdle(120_000)).toBe(true);
  });

  it('treats a clock that goes backwards as stopped', () => {
    const costs = new FairShareBudget(bounds, 10_000);
    costs.waitMs('one', 10_000);
    costs.spend('one', 1_100, 10_000);
    const wait = costs.waitMs('one', 10_000);
    expect(costs.waitMs('one', 0)).toBe(wait);
  });
});
