import type { Conditions } from '../../../contracts/study-files/conditions';
import { timelineTemplates } from '../../../contracts/study-files/study-timelines';
import {
  timelineLanguages,
  type TimelineBlock,
  type Trial,
  type VariablesTable,
} from '../../../contracts/timeline/timeline';
import type { Json } from '../../../contracts/timeline/timeline-values';
import {
  findResearcherCode,
  findCodeInConditions,
  harmlessPlugins,
  riskyPlugins,
} from './own-code.rule';
import { isHarmlessInHtml } from './plain-text.rule';
import { timelinePlugins } from './study-player';
import { makeTimelineTemplate } from '../builder/templates/templates';

const trial = (more: Partial<Trial> = {}): Trial => ({
  id: 't',
  type: 'trial',
  name: 'A trial',
  plugin: 'html-keyboard-response',
  parameters: { stimulus: '<p>Word</p>' },
  ...more,
});
const block = (more: Partial<TimelineBlock>): TimelineBlock => ({
  id: 'b',
  type: 'block',
  name: 'A block',
  nodes: [trial()],
  ...more,
});
const kinds = (...nodes: (Trial | TimelineBlock)[]) =>
  findResearcherCode({ nodes }).map(({ kind }) => kind);
const js = { $js: '1' };

it('each plugin of the builder is listed either as harmless or as risky', () => {
  expect([...harmlessPlugins, ...riskyPlugins].sort()).toEqual(
    Object.keys(timelinePlugins()).sort(),
  );
});

it.each(
  timelineTemplates.flatMap((name) =>
    timelineLanguages.map((language) => [name, language] as const),
  ),
)('the template %s in %s has no code', (name, language) => {
  expect(findResearcherCode(makeTimelineTemplate(name, language).timeline)).toEqual([]);
});

it('parameters, tables, placeholders and rules without code do not count as code', () => {
  const plain = block({
    variables: {
      columns: ['word', 'picture'],
      rows: [
        ['red', { $file: 'a b.png' }],
        [1, null],
      ],
    },
    only_if: { of: 'last', field: 'correct', is: 'equal', value: true },
    loop: { rule: { of: 'share', field: 'correct', is: 'less', value: 0.8 } },
    nodes: [trial({ parameters: { stimulus: { $var: 'word' }, prompt: { $condition: 'hint' } } })],
  });
  expect(kinds(plain)).toEqual([]);
});

it.each<[string, Trial | TimelineBlock, string]>([
  ['a parameter', trial({ parameters: { stimulus: js } }), 'js'],
  ['a part of a parameter', trial({ parameters: { choices: ['a', { deep: js }] } }), 'js'],
  ['its data', trial({ data: { n: js } }), 'js'],
  ['the right response', trial({ correct_response: js }), 'js'],
  ['what runs before it', trial({ on_start: js }), 'js'],
  ['what runs with it', trial({ on_load: js }), 'js'],
  ['what runs after it', trial({ on_finish: js }), 'js'],
  ['a rule of a block', block({ only_if: js }), 'js'],
  ['a rule of a loop', block({ loop: { rule: js } }), 'js'],
  ['a row of a table', block({ variables: { columns: ['f'], rows: [[js]] } }), 'js'],
  ['a trial within a block', block({ nodes: [trial({ on_load: js })] }), 'js'],
  ['a plugin that runs code', trial({ plugin: 'call-function' }), 'plugin'],
  ['a plugin that nobody knows', trial({ plugin: 'of-tomorrow' }), 'plugin'],
  ['a plugin that tells the browser', trial({ plugin: 'browser-check', parameters: {} }), 'plugin'],
  ['markup', trial({ parameters: { prompt: '<img src=x onerror=alert(1)>' } }), 'markup'],
  [
    'markup of a row',
    block({ variables: { columns: ['f'], rows: [['<script>1</script>']] } }),
    'markup',
  ],
])('code is found in %s', (_, node, kind) => {
  expect(kinds(node)).toEqual([kind]);
});

it('values of conditions are checked like parameters', () => {
  const conditions = (hint: string): Conditions => ({
    draw: 'least_filled',
    repeats: 1,
    blinded: false,
    cells: [
      { name: 'one', share: 1, values: { hint } },
      { name: 'two', share: 1, values: {} },
    ],
  });
  expect(findCodeInConditions(null)).toEqual([]);
  expect(findCodeInConditions(conditions('<b>Fast</b>'))).toEqual([]);
  expect(findCodeInConditions(conditions('<iframe></iframe>'))).toEqual([
    { kind: 'condition', at: 'one' },
  ]);
});

it.each([
  'Press F or J',
  'He said "no", and she didn’t',
  `It's "5 < 6" & more`,
  '<p>You will see <b>words</b>.</p><br><ul><li>one</li></ul>',
  '<p style="font-size: 3em; color: rgb(1, 2, 3)">+</p>',
  '<div style="width: calc(100% - 2px); transform: rotate(45deg)">x</div>',
  '<img src="files/faces/a%20b.png" alt="A face" width="200">',
  '<label>Age <input type="number" name="age" min="18" required></label>',
  '<table><tr><td colspan="2">x</td></tr></table>',
  'x = 3',
  '10:30',
])('accepts the text %s, which runs no code when a page shows it as HTML', (text) => {
  expect(isHarmlessInHtml(text)).toBe(true);
});

/**
 * Each of these values is code, or the address of another website, or becomes code together with
 * another value.
 */
it.each([
  '<script>1</script>',
  '<scr',
  '<img src=x ',
  '<!-- ',
  '<!-- a --><b>b</b>',
  '<b onclick="x()">b</b>',
  '<svg><script>1</script></svg>',
  '<svg><a href="javascript:1">a</a></svg>',
  '<math><mi>x</mi></math>',
  '<iframe srcdoc="x"></iframe>',
  '<form action="https://a.test"></form>',
  '<button formaction="https://a.test">b</button>',
  '<input type="image" src="//a.test/x">',
  '<a href="https://a.test">a</a>',
  '<a href="files/page.html">a</a>x<a href="java\tscript:1">b</a>',
  '<img src="../index.html">',
  '<img src="files/../../x">',
  '<img src="files\\..\\x">',
  '<img srcset="files/a.png 2x">',
  '<img src="\nhttps://a.test/">',
  '<link rel="preconnect" href="https://a.test">',
  '<meta http-equiv="refresh" content="0;url=https://a.test">',
  '<base href="https://a.test">',
  '<style>@media (width: 9px) { p { background: url(files/9) } }</style>',
  '<p style="background: url(files/9)">p</p>',
  '<p style="background: u\\72l(x)">p</p>',
  '<p style="background: image-set(\'a\' 1x)">p</p>',
  '<object data="x"></object>',
  '<embed src="x">',
  '<video src="https://a.test"></video>',
  '<template><img onerror="1"></template>',
  '<x-own></x-own>',
  '<b is="x-own">b</b>',
  '<b slot="a">b</b>',
  '</textarea><img src=x onerror=1>',
  'a.png" onerror="fetch()',
  "a.png' onerror='fetch()",
  '" onclick=',
  '" onclick="',
  '"><img src=x onerror=1>',
  '" style="background: url(x)',
  'https://a.test/a.png',
  '//a.test/a.png',
  ' javascript:alert(1)',
  'data:text/html,<p>',
])('the text %s is not harmless in HTML', (text) => {
  expect(isHarmlessInHtml(text)).toBe(false);
});

describe('a text with placeholders for columns of a table', () => {
  const words = (columns: string[], ...rows: Json[][]) => ({ columns, rows });
  const shown = ($text: string) => trial({ parameters: { stimulus: { $text } } });
  const within = ($text: string, variables: VariablesTable) =>
    kinds(block({ variables, nodes: [shown($text)] }));
  const row = '<p style="color: {{ink}}">{{word}}</p>';

  it('is harmless when all texts that its rows produce are harmless, also with an address of the study', () => {
    expect(within(row, words(['ink', 'word'], ['red', 'a'], ['#00f', 'b']))).toEqual([]);
    expect(within('<img src="{{file}}" alt="">', words(['file'], [{ $file: 'a.png' }]))).toEqual(
      [],
    );
  });

  it.each<[string, string, VariablesTable]>([
    ['a style that loads', row, words(['ink', 'word'], ['red', 'a'], ['url(//other.test)', 'b'])],
    ['marks in a word', row, words(['ink', 'word'], ['red', '<script>1</script>'])],
    ['the end of an attribute', row, words(['ink', 'word'], ['red" onclick="1', 'a'])],
    [
      'two halves',
      '<p style="color: {{ink}}{{word}}">',
      words(['ink', 'word'], ['u', 'rl(//a.test)']),
    ],
    [
      'an address of another host',
      '<img src="{{word}}">',
      words(['word'], ['https://other.test/a.png']),
    ],
    ['what is known later', row, words(['ink', 'word'], ['red', { $condition: 'word' }])],
    ['a column that is not there', row, words(['ink'], ['red'])],
  ])('counts as code with %s', (_, text, variables) => {
    const nodes = [block({ variables, nodes: [shown(text)] })];
    expect(findResearcherCode({ nodes })).toContainEqual({ kind: 'markup', at: 'A trial' });
  });

  it('is checked with the table of its block', () => {
    const evil = block({ id: 'main', variables: words(['word'], ['<script>1</script>']) });
    const practice = block({
      id: 'practice',
      variables_of: 'main',
      nodes: [shown('<p>{{word}}</p>')],
    });
    expect(kinds(practice, evil)).toContain('markup');
  });

  it('counts as code when its tables have too many combinations of rows to check', () => {
    const rows = Array.from({ length: 80 }, (_, i) => [i]);
    const inner = block({
      id: 'i',
      variables: words(['b'], ...rows),
      nodes: [shown('{{a}} {{b}}')],
    });
    expect(kinds(block({ variables: words(['a'], ...rows), nodes: [inner] }))).toEqual(['markup']);
  });
});

it('code in the data of a block counts as code, since it runs in each of its trials', () => {
  expect(kinds(block({ data: { part: js } }))).toEqual(['js']);
});
