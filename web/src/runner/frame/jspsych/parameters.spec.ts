import { isDifferentTrial, parameterHashesOf, parameterHashesIn } from './parameters';

const info = { parameters: { stimulus: {}, choices: {}, trial_duration: {}, on: {} } };
const marked = (given: Record<string, unknown>, seed = 'a1b2') =>
  parameterHashesOf(seed, info, given);
const sized = (width: number) => Object.assign(window, { innerWidth: width });
beforeEach(() => void sized(1280));

/** Whether a replayed trial counts as different from the stored one. */
const changes = (before: Record<string, unknown>, now: Record<string, unknown>) =>
  isDifferentTrial(marked(before), marked(now));

describe('A replayed trial counts as changed', () => {
  it.each([
    [{ stimulus: 'red' }, { stimulus: 'blue' }],
    [{ stimulus: 'n7' }, { stimulus: 'n8' }],
    [{ choices: ['f', 'j'] }, { choices: ['f'] }],
    [{ choices: { a: { b: true } } }, { choices: { a: { b: false } } }],
    [{ trial_duration: 500 }, { trial_duration: 900 }],
    [{ stimulus: 'red' }, {}],
    [{ stimulus: null }, { stimulus: 'red' }],
  ])('where %j became %j', (before, now) => {
    expect(changes(before, now)).toBe(true);
    expect(changes(before, { ...before })).toBe(false);
  });

  it('by its texts alone when the window has a different size, since numbers may depend on the size', () => {
    const before = marked({ stimulus: '<p style="width:640px">red</p>', trial_duration: 500 });
    sized(360);
    const now = { stimulus: '<p style="width:180px">red</p>', trial_duration: 900 };
    expect(isDifferentTrial(before, marked(now))).toBe(false);
    expect(isDifferentTrial(before, marked({ ...now, stimulus: '<p>blue</p>' }))).toBe(true);
  });
});

describe('A replayed trial counts as unchanged', () => {
  it.each([
    [{ on: () => 1 }, { on: () => 2 }],
    [{ choices: [new Date(5)] }, { choices: [new Date(6)] }],
    [{ choices: { at: new Date(5) } }, { choices: { at: new Date(6) } }],
    [{ stimulus: document.createElement('p') }, { stimulus: document.createElement('div') }],
    [{ stimulus: 'Begun at 14:03:22' }, { stimulus: 'Begun at 9:13:04' }],
    [{ stimulus: '2026-11-26' }, { stimulus: '2026-11-27' }],
    [{ stimulus: '26.11.2026' }, { stimulus: '1.12.2026' }],
    [{ stimulus: `data_${Date.now()}.csv` }, { stimulus: `data_${Date.now() + 7}.csv` }],
    [{ trial_duration: 1_764_165_000_123 }, { trial_duration: 1_764_165_009_000 }],
    [{ trial_duration: 1234.59999 }, { trial_duration: 8.71111 }],
    // The property `data` is not a parameter of the plugin; studies write times into it.
    [{ data: { at: 'noon' } }, { data: { at: 'midnight' } }],
  ])('where %j became %j', (before, now) => {
    expect(changes(before, now)).toBe(false);
  });

  it('if one of the two has no stored parameters, as in older runs and for values that are not JSON', () => {
    const round: Record<string, unknown> = {};
    round.stimulus = round;
    expect(marked(round)).toBeUndefined();
    expect(isDifferentTrial(undefined, marked({ stimulus: 'red' }))).toBe(false);
    expect(isDifferentTrial(marked({ stimulus: 'red' }), undefined)).toBe(false);
    // Hashes of an older version are not compared: they did not contain the seed of the run.
    expect(isDifferentTrial('1ab.2cd.3ef', marked({ stimulus: 'red' }))).toBe(false);
  });
});

describe('The stored hash of a trial’s parameters', () => {
  it('differs from that of another run with equal parameters', () => {
    const [one, other] = [marked({ stimulus: 'red' }, 'a1b2'), marked({ stimulus: 'red' }, 'a1b3')];
    const parts = (mark = '') => mark.split('.').slice(1);
    expect(parts(one)).toHaveLength(3);
    for (const part of parts(one)) expect(parts(other)).not.toContain(part);
    expect(marked({ stimulus: 'red' }, 'a1b2')).toBe(one);
  });

  it('is short for all parameters, and is found by the number of the trial, as it was first stored', () => {
    const mark = marked({ stimulus: 'x'.repeat(5_000_000) }) ?? '';
    expect(mark.length).toBeLessThanOrEqual(25);
    const told = (...trials: unknown[]) => JSON.stringify({ type: 'trial_timing', trials });
    const marks = parameterHashesIn([
      told([0, 9, 0, 10, null, 'a.b.c'], [1, 9, 0, 10, 0]),
      told([0, 9, 0, 10, null, 'd.e.f'], [2, 9, 0, 10, 0, 'g.h.i']),
      // A study may record events of this type with any data. Events in a wrong form are ignored.
      ...['{"trials":1}', '{"trials":[7,null]}', '{}'],
    ]);
    expect([...marks]).toEqual([
      [0, 'a.b.c'],
      [2, 'g.h.i'],
    ]);
  });
});
