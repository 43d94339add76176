import {
  emptyTimeline,
  type TimelineBlock,
  type TimelineNode,
  type Trial,
} from '../../../contracts/timeline/timeline';
import type { Json } from '../../../contracts/timeline/timeline-values';
import { jsPsychTimelineOf, type JsPsychTimelineContext } from './describe';
import type { DataCollection, JsPsychNode, JsPsych, TrialValues } from './js-psych';

const functionType = 4;
class Plugin {
  static info = {
    name: 'a-plugin',
    parameters: { stimulus: { type: 1 }, check: { type: functionType }, list: { type: 1 } },
  };
}
/** A fake of jsPsych with the parts that describe.ts uses: variables, and the data so far. */
const worldWith = (
  variables: TrialValues = {},
  data: TrialValues[] = [],
  condition: TrialValues | null = null,
) => {
  const collection = { values: () => data } as DataCollection;
  const jsPsych = {
    evaluateTimelineVariable: (name: string) => variables[name],
    data: { get: () => collection },
  } as unknown as JsPsych;
  const world: JsPsychTimelineContext = {
    jsPsych,
    condition,
    functionType,
    plugin: () => Plugin,
  };
  return world;
};
const trial = (parameters: Record<string, Json>, more: Partial<Trial> = {}): Trial => ({
  id: 't',
  type: 'trial',
  name: 'A trial',
  plugin: 'a-plugin',
  parameters,
  ...more,
});
const block = (
  more: Partial<TimelineBlock>,
  nodes: TimelineNode[] = [trial({})],
): TimelineBlock => ({
  id: 'b',
  type: 'block',
  name: '',
  nodes,
  ...more,
});
const described = (world: JsPsychTimelineContext, ...nodes: TimelineNode[]) =>
  jsPsychTimelineOf({ ...emptyTimeline('', 'en'), nodes }, world);
const asked = (value: unknown): unknown => (value as () => unknown)();
const first = (list: JsPsychNode[]): Record<string, unknown> => list[0] ?? {};

describe('the description of a trial for jsPsych', () => {
  it('evaluates variables, files, JavaScript and the condition each time the trial begins', () => {
    const world = worldWith({ word: { $file: 'a b/ä.png' }, n: 2 }, [], { group: 'g' });
    const { stimulus, list } = first(
      described(
        world,
        trial({
          stimulus: { $var: 'word' },
          list: [
            { $js: 'variable("n") * 2 // twice' },
            { $condition: 'group' },
            { $condition: 'x' },
          ],
        }),
      ),
    );
    expect(asked(stimulus)).toBe('files/a%20b/%C3%A4.png');
    expect(asked(list)).toEqual([4, 'g', null]);
    expect(asked(list)).not.toBe(asked(list));
  });

  it('inserts columns and file addresses into a text when the trial begins, and nothing for missing values', () => {
    const world = worldWith({ word: 'red', n: 2, none: null, picture: { $file: 'a b.png' } });
    const { stimulus } = first(
      described(
        world,
        trial({
          stimulus: { $text: '<img src="{{picture}}">{{ word }} {{n}}{{none}} {one} ${two}' },
        }),
      ),
    );
    expect(asked(stimulus)).toBe('<img src="files/a%20b.png">red 2 {one} ${two}');
  });

  it('passes a function to a parameter that expects one', () => {
    const { check } = first(described(worldWith(), trial({ check: { $js: '(n) => n + 1' } })));
    expect((check as (n: number) => number)(1)).toBe(2);
  });

  it('contains the data of the surrounding blocks, overridden by the trial’s own data', () => {
    const [outer] = described(
      worldWith(),
      block({ data: { part: 'outer', more: 1 } }, [trial({}, { data: { part: 'own' } })]),
    );
    const { data } = first((outer as { timeline: JsPsychNode[] }).timeline);
    expect(data).toEqual({ trial_name: 'A trial', part: 'own', more: 1 });
  });

  it.each<[string, unknown, Json, boolean]>([
    ['a key in another case', 'F', 'f', true],
    ['another key', 'j', 'f', false],
    ['no response where none is right', null, null, true],
    ['a response where none is right', 'f', null, false],
    ['a number that a table has as text', 0, '0', true],
    ['a list', [1, 2], [1, 2], true],
  ])('reports whether the response was correct: %s', async (_, response, right, expected) => {
    const { on_finish: finish } = first(
      described(worldWith(), trial({}, { correct_response: right })),
    );
    const data: TrialValues = { response };
    await (finish as (values: TrialValues) => Promise<void>)(data);
    expect(data.correct).toBe(expected);
  });

  it('runs the trial’s own statements with its data', async () => {
    const { on_finish: finish } = first(
      described(worldWith(), trial({}, { on_finish: { $js: 'data.double = 2 * data.rt;' } })),
    );
    const data: TrialValues = { rt: 300 };
    await (finish as (values: TrialValues) => Promise<void>)(data);
    expect(data.double).toBe(600);
  });
});

describe('the description of a block for jsPsych', () => {
  const loop = (at_most?: number) =>
    block({
      loop: {
        rule: { of: 'share', field: 'correct', is: 'less', value: 0.8 },
        ...(at_most && { at_most }),
      },
    });
  const goesOn = ({ loop_function: again }: Record<string, unknown>, ...correct: boolean[]) =>
    (again as (data: object) => boolean)({
      values: () => correct.map((one) => ({ correct: one })),
    });

  it('repeats until the share of right answers is reached or the maximum is used up, then starts counting from zero', () => {
    const one = first(described(worldWith(), loop(2)));
    const begin = one.conditional_function as () => boolean;
    for (let again = 0; again < 2; again++) {
      expect(begin()).toBe(true);
      expect(goesOn(one, true, false)).toBe(true);
      expect(goesOn(one, true, false)).toBe(false);
    }
    expect(begin()).toBe(true);
    expect(goesOn(one, true, true)).toBe(false);
    expect(goesOn(first(described(worldWith(), loop())))).toBe(false);
  });

  it.each<[string, TimelineBlock['only_if'], boolean]>([
    ['the last response', { of: 'last', field: 'response', is: 'equal', value: 'y' }, true],
    [
      'a value of the condition',
      { of: 'condition', field: 'group', is: 'equal', value: 'b' },
      false,
    ],
    ['JavaScript', { $js: 'data.length === 2 && condition.group === "a"' }, true],
    ['a number', { of: 'last', field: 'rt', is: 'at_most', value: 299 }, false],
    ['a number that is not there', { of: 'last', field: 'none', is: 'less', value: 1 }, false],
  ])('is skipped by a rule: %s', (_, rule, expected) => {
    const data = [{ response: 'n' }, { response: 'Y', rt: 300 }];
    const world = worldWith({}, data, { group: 'a' });
    const { conditional_function: runs } = first(described(world, block({ only_if: rule })));
    expect(asked(runs)).toBe(expected);
  });

  it('contains the table’s rows by column name, and the sampling in jsPsych’s form', () => {
    const one = first(
      described(
        worldWith(),
        block({
          variables: { columns: ['a', 'b'], rows: [[1, { $file: 'x' }]] },
          sample: { type: 'fixed_repetitions', size: 3 },
        }),
      ),
    );
    expect(one).toMatchObject({
      timeline_variables: [{ a: 1, b: { $file: 'x' } }],
      sample: { type: 'fixed-repetitions', size: 3 },
    });
  });

  it('uses the table of another block that it refers to, even if that block comes later', () => {
    const table = { columns: ['a'], rows: [[1], [2]] };
    const [practice] = described(
      worldWith(),
      block({ id: 'practice', variables_of: 'main' }),
      block({ id: 'main', variables: table }),
    );
    expect(practice).toMatchObject({ timeline_variables: [{ a: 1 }, { a: 2 }] });
  });

  it('contains only one trial and the first row of the table in a preview of that trial', () => {
    const nodes = [
      block({ variables: { columns: ['a'], rows: [[1], [2]] } }, [
        trial({}, { id: 'other' }),
        block({ id: 'inner', loop: { rule: { $js: 'true' } } }, [trial({}, { id: 'wanted' })]),
      ]),
    ];
    const [only] = jsPsychTimelineOf({ ...emptyTimeline('', 'en'), nodes }, worldWith(), {
      only: 'wanted',
    });
    expect(only).toMatchObject({
      timeline_variables: [{ a: 1 }],
      timeline: [{ timeline: [{ type: Plugin }] }],
    });
    const nobody = { only: 'nobody' };
    expect(jsPsychTimelineOf({ ...emptyTimeline('', 'en'), nodes }, worldWith(), nobody)).toEqual(
      [],
    );
  });

  it('contains one round of a trial’s block and everything after it in a preview that begins with that trial', () => {
    const rows = { columns: ['a'], rows: [[1], [2]] };
    const nodes = [
      trial({}, { id: 'before' }),
      block({ variables: rows, repetitions: 3 }, [
        trial({}, { id: 'skipped' }),
        trial({}, { id: 'wanted' }),
        trial({}, { id: 'beside' }),
      ]),
      block({ id: 'later', variables: rows }, [trial({}, { id: 'inside' })]),
    ];
    const whole = { ...emptyTimeline('', 'en'), nodes };
    const [begun, later, ...more] = jsPsychTimelineOf(whole, worldWith(), { from: 'wanted' });
    expect(begun).toEqual({
      timeline_variables: [{ a: 1 }],
      timeline: [
        expect.objectContaining({ type: Plugin }),
        expect.objectContaining({ type: Plugin }),
      ],
    });
    expect(later).toMatchObject({ timeline_variables: [{ a: 1 }, { a: 2 }] });
    expect(more).toEqual([]);
    expect(jsPsychTimelineOf(whole, worldWith(), { from: 'later' })).toHaveLength(1);
    expect(jsPsychTimelineOf(whole, worldWith(), { from: 'nobody' })).toEqual([]);
  });
});
