import plugins from './timeline-plugins.json';
import {
  emptyTimeline,
  Timeline,
  type TimelineBlock,
  type TimelineNode,
  type Trial,
} from './timeline';
import { timelineFaults } from './timeline-check.rule';
import type { TimelinePlugins } from './timeline-plugins';
import type { Json } from './timeline-values';

const by = {
  plugins: plugins as unknown as TimelinePlugins,
  files: new Set(['cat.png']),
  jsFault: (text: string) => (text.includes('(((') ? 'unexpected end' : null),
};
const trial = (parameters: Record<string, Json>, more: Partial<Trial> = {}): Trial => ({
  id: 't',
  type: 'trial',
  name: 'A trial',
  plugin: 'html-keyboard-response',
  parameters,
  ...more,
});
const block = (nodes: TimelineNode[], more: Partial<TimelineBlock> = {}): TimelineBlock => ({
  id: 'b',
  type: 'block',
  name: 'A block',
  nodes,
  ...more,
});
const faults = (...nodes: TimelineNode[]) =>
  timelineFaults({ ...emptyTimeline('', 'en'), nodes }, by).map(({ code, path, detail }) =>
    `${code} ${path} ${detail ?? ''}`.trim(),
  );
const words = { columns: ['word', 'ink'], rows: [['red', 'blue'] as Json[]] };
const one = trial({ stimulus: 'x' });

describe('faults of a timeline', () => {
  it('are none when each variable has a column and each file exists', () => {
    const shown = trial(
      { stimulus: { $var: 'word' }, choices: ['f', { $js: 'key' }], trial_duration: null },
      { data: { picture: { $file: 'cat.png' }, deep: [{ of: { $var: 'ink' } }] } },
    );
    expect(faults(block([shown], { variables: words, randomize_order: true }))).toEqual([]);
  });

  it('are none when a text names columns, also of the table of another block', () => {
    const shown = trial({
      stimulus: { $text: '<p style="color: {{ink}}">{{ word }}</p> {{}} {a}' },
    });
    const main = block([one], { id: 'main', variables: words });
    expect(faults(block([shown], { variables: words }))).toEqual([]);
    expect(
      faults(
        block([shown], { variables_of: 'main', sample: { type: 'without_replacement', size: 1 } }),
        main,
      ),
    ).toEqual([]);
  });

  it('include a missing table, and a column that a text names and no table has', () => {
    const shown = trial({ stimulus: { $text: '{{wrod}} {{word}}' } });
    expect(faults(block([shown], { variables: words }))).toEqual([
      'variable_unknown nodes.0.nodes.0.parameters.stimulus wrod',
    ]);
    expect(faults(block([one], { variables_of: 'gone' }))).toEqual([
      'table_missing nodes.0.variables_of',
    ]);
    expect(
      faults(
        block([one], { variables_of: 'main', variables: words }),
        block([one], { id: 'main', variables: words }),
      ),
    ).toEqual(['table_missing nodes.0.variables_of']);
  });

  it('contain the id and the name of the node, and the path to the fault', () => {
    const timeline = { ...emptyTimeline('', 'en'), nodes: [block([trial({})])] };
    expect(timelineFaults(timeline, by)).toEqual([
      {
        code: 'parameter_missing',
        node: 't',
        name: 'A trial',
        path: 'nodes.0.nodes.0.parameters.stimulus',
        detail: 'stimulus',
      },
    ]);
  });

  it.each<[string, TimelineNode[], string[]]>([
    ['nothing at all', [], ['timeline_empty nodes']],
    ['an empty block', [block([])], ['block_empty nodes.0.nodes']],
    ['an unknown plugin', [trial({}, { plugin: 'nope' })], ['unknown_plugin nodes.0.plugin nope']],
    [
      'a plugin named as what every object has',
      [trial({}, { plugin: 'constructor' })],
      ['unknown_plugin nodes.0.plugin constructor'],
    ],
    [
      'an unknown parameter',
      [trial({ stimulus: 'x', stimlus: 'x' })],
      ['unknown_parameter nodes.0.parameters.stimlus stimlus'],
    ],
    [
      'a text for a number',
      [trial({ stimulus: 'x', trial_duration: '500' })],
      ['parameter_type nodes.0.parameters.trial_duration int'],
    ],
    [
      'null where nothing else is said',
      [trial({ stimulus: 'x', response_ends_trial: null })],
      ['parameter_type nodes.0.parameters.response_ends_trial bool'],
    ],
    [
      'a variable of a table that is not above',
      [block([one], { variables: words }), trial({ stimulus: { $var: 'word' } })],
      ['variable_unknown nodes.1.parameters.stimulus word'],
    ],
    [
      'a file that is not there',
      [trial({ stimulus: { $file: 'dog.png' } })],
      ['file_missing nodes.0.parameters.stimulus dog.png'],
    ],
    [
      'JavaScript that cannot be read',
      [block([trial({ stimulus: { $js: '(((' } })], { only_if: { $js: '(((' } })],
      [
        'js_syntax nodes.0.only_if unexpected end',
        'js_syntax nodes.0.nodes.0.parameters.stimulus unexpected end',
      ],
    ],
    [
      'a row that is too short, and a variable in it',
      [
        block([one], {
          variables: { columns: ['a', 'a'], rows: [[{ $var: 'a' }]] },
        }),
      ],
      [
        'column_twice nodes.0.variables.columns.1 a',
        'row_length nodes.0.variables.rows.0 1',
        'variable_unknown nodes.0.variables.rows.0.0 a',
      ],
    ],
    [
      'a table without rows',
      [block([one], { variables: { columns: ['a'], rows: [] } })],
      ['variables_empty nodes.0.variables'],
    ],
    [
      'a sample without a table',
      [block([one], { sample: { type: 'without_replacement', size: 1 } })],
      ['sample_without_variables nodes.0.sample'],
    ],
    [
      'more rows than there are',
      [block([one], { variables: words, sample: { type: 'without_replacement', size: 2 } })],
      ['sample_size nodes.0.sample.size 1'],
    ],
    [
      'weights for other rows',
      [
        block([one], {
          variables: words,
          sample: { type: 'with_replacement', size: 2, weights: [1, 1] },
        }),
      ],
      ['sample_weights nodes.0.sample.weights 1'],
    ],
    [
      'groups of rows that are not there',
      [
        block([one], {
          variables: words,
          sample: { type: 'alternate_groups', groups: [[0], [0, 7]] },
        }),
      ],
      ['sample_groups nodes.0.sample.groups 0', 'sample_groups nodes.0.sample.groups 7'],
    ],
    [
      'a part of a list of questions',
      [trial({ questions: [{ labels: ['a'] }] }, { plugin: 'survey-likert' })],
      ['parameter_missing nodes.0.parameters.questions.0.prompt prompt'],
    ],
    [
      'a function that is none',
      [trial({ func: 'alert()' }, { plugin: 'call-function' })],
      ['parameter_type nodes.0.parameters.func function'],
    ],
    [
      'a question of an unknown kind',
      [
        trial(
          { survey: { pages: [{ elements: [{ type: 'signaturepad', name: 'sign' }] }] } },
          { plugin: 'questionnaire' },
        ),
      ],
      ['survey_element_type nodes.0.parameters.survey.pages.0.elements.0.type sign'],
    ],
  ])('are found for %s', (_, nodes, expected) => {
    expect(faults(...nodes)).toEqual(expected);
  });

  it('are listed up to a limit, and the others are counted', () => {
    const rows = Array.from({ length: 5_000 }, () => ['x'] as Json[]);
    const found = faults(block([one], { variables: { columns: ['a', 'b'], rows } }));
    expect(found).toHaveLength(201);
    expect(found.at(-1)).toBe('more_faults  4800');
  });
});

describe('schema of a timeline', () => {
  const shape = (nodes: unknown) =>
    Timeline.safeParse({ ...emptyTimeline('', 'en'), nodes }).error?.issues.map(
      ({ message, path }) => `${path.join('.')} ${message}`,
    );

  it('keeps the values and the order of keys', () => {
    const nodes = [trial({ stimulus: 'b', choices: 'ALL_KEYS' }), block([], { id: 'c' })];
    expect(JSON.stringify(Timeline.parse({ ...emptyTimeline('x', 'de'), nodes }).nodes)).toBe(
      JSON.stringify(nodes),
    );
  });

  it('refuses two nodes with one id, and endlessly nested blocks', () => {
    expect(shape([one, one])).toEqual(['nodes named_twice']);
    let deep: unknown = [];
    for (let i = 0; i < 50_000; i++) deep = [{ ...block([]), nodes: deep }];
    expect(shape(deep)).toEqual(['nodes too_deep']);
  });

  it.each([
    ['a misspelled marker', { $va: 'x' }],
    ['a marker beside another key', { $var: 'x', y: 1 }],
    ['a name that is none', JSON.parse('{"__proto__":{}}') as Json],
    ['endless nesting', JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as Json],
  ])('refuses %s within a value', (_, value) => {
    expect(shape([trial({ stimulus: value })])?.join()).toMatch(/invalid/i);
  });
});
