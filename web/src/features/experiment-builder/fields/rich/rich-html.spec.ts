import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { timelineLanguages } from '../../../../../../contracts/timeline/timeline';
import { timelineTemplates } from '../../../../../../contracts/study-files/study-timelines';
import { makeTimelineTemplate } from '../../../../../../server/study-files/builder/templates/templates';
import { richTextFromHtml, htmlFromRichText, whyNotRichText } from './rich-html';
import { parseHtml } from './parsed.rule';
import { comparableHtmlOf } from './shape.rule';

/** Yields all texts within a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];
const ofTemplates = [
  ...new Set(
    timelineLanguages.flatMap((language) =>
      timelineTemplates.flatMap((name) =>
        textsIn(makeTimelineTemplate(name, language).timeline.nodes),
      ),
    ),
  ),
];
const again = (html: string) => htmlFromRichText(richTextFromHtml(html));

describe('the editor of formatted text', () => {
  it('returns each text of each template in each language unchanged', () => {
    const marked = ofTemplates.filter((text) => text.includes('<'));
    expect(marked.length).toBeGreaterThan(40);
    const changed = marked.filter((text) => whyNotRichText(text) !== null || again(text) !== text);
    // Some templates, for instance the drawing of the go/no-go task, must stay HTML, so that
    // nothing of them is lost.
    expect(changed.filter((text) => whyNotRichText(text) === null)).toEqual([]);
    for (const text of changed)
      expect(whyNotRichText(text)?.what).toMatch(/element|style|attribute/);
  });

  it.each([
    ['Welcome', 'Welcome'],
    ['<p>One<br>two</p>', '<p>One<br>two</p>'],
    ['<p>a</p>\n  <p>b</p>', '<p>a</p><p>b</p>'],
    ['A & B', 'A &amp; B'],
    ['<p><strong>x</strong> <i>y</i></p>', '<p><strong>x</strong> <i>y</i></p>'],
    ['<b><i>x</i></b>y', '<b><i>x</i></b>y'],
    ['<i><b>x</b></i>', '<b><i>x</i></b>'],
    ['<ul><li>a</li><li>b <b>c</b></li></ul>', '<ul><li>a</li><li>b <b>c</b></li></ul>'],
    ['<ol><li><p>a</p></li></ol>', '<ol><li><p>a</p></li></ol>'],
    ['<h2 style="color: red">A</h2><hr><p>b</p>', '<h2 style="color: red">A</h2><hr><p>b</p>'],
    [
      '<p style="font-size: 3em; color: #c62828">rot</p>',
      '<p style="font-size: 3em; color: #c62828">rot</p>',
    ],
    ['<p>The word {{word}}&nbsp;!</p>', '<p>The word {{word}}&nbsp;!</p>'],
    ['', ''],
  ])('of %j is written as %j', (html, written) => {
    expect(whyNotRichText(html)).toBeNull();
    expect(again(html)).toBe(written);
  });

  it.each([
    ['<img src="files/a.png">', { what: 'element', name: 'img' }],
    ['<style>p { color: red }</style><p>x</p>', { what: 'element', name: 'style' }],
    ['<script>alert(1)</script>', { what: 'element', name: 'script' }],
    ['<div>x</div>', { what: 'element', name: 'div' }],
    ['<p class="big">x</p>', { what: 'attribute', name: 'class' }],
    ['<p onclick="go()">x</p>', { what: 'attribute', name: 'onclick' }],
    ['<p style="position: fixed">x</p>', { what: 'style', name: 'position' }],
    ['<p style="background-color: url(//x)">x</p>', { what: 'style', name: 'background-color' }],
    ['<p style="color: {{ink}}">x</p>', { what: 'style', name: 'color' }],
    ['<p>a</p><!-- mine -->', { what: 'comment' }],
    ['text<p>and a paragraph</p>', { what: 'nesting' }],
    ['1 < 2', { what: 'nesting' }],
    ['<p style=color:red>x</p>', { what: 'nesting' }],
    ['<p data-look="color: red">x</p>', { what: 'nesting' }],
    ['<p title=" style=1">x</p>', { what: 'attribute', name: 'title' }],
    ['<p><b STYLE = "COLOR: red" class="a">x</b></p>', { what: 'attribute', name: 'class' }],
    ['<p>a<b></b></p>', { what: 'nesting' }],
    [
      '<u><span style="color: red">x</span></u><span style="color: red"><u>y</u></span>',
      { what: 'nesting' },
    ],
  ])('does not open %j, and the page says why', (html, why) => {
    expect(whyNotRichText(html)).toEqual(why);
  });

  it('returns nested markup unchanged', () => {
    const word = fc.constantFrom(
      'a',
      ' ',
      'b c',
      '\n',
      '&amp;',
      '&nbsp;',
      '{{word}}',
      '<br>',
      '1 &lt; 2',
    );
    const tag = fc.constantFrom(
      'b',
      'strong',
      'i',
      'em',
      'u',
      'p',
      'h2',
      'ul',
      'ol',
      'li',
      'span',
      'div',
      'table',
      'span style="color: red"',
      'span style="font-size: 2em"',
      'p style="text-align: left"',
    );
    const { html } = fc.letrec<{ html: string }>((tie) => ({
      html: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        word,
        fc
          .tuple(tag, tie('html'))
          .map(([one, inside]) => `<${one}>${inside}</${one.split(' ')[0]}>`),
        fc.tuple(tie('html'), tie('html')).map((two) => two.join('')),
      ),
    }));
    let shown = 0;
    fc.assert(
      fc.property(html, (text) => {
        if (whyNotRichText(text) !== null) return;
        shown += 1;
        const written = again(text);
        expect(comparableHtmlOf(written)).toBe(comparableHtmlOf(text));
        // A text that is parsed and written again looks the same.
        expect(whyNotRichText(written)).toBeNull();
        expect(comparableHtmlOf(again(written))).toBe(comparableHtmlOf(text));
      }),
      { numRuns: 600 },
    );
    expect(shown).toBeGreaterThan(50);
  });

  it('drops attributes that the pages’ policy forbids', () => {
    const set = jest.spyOn(Element.prototype, 'innerHTML', 'set');
    try {
      for (const html of [
        '<p style="color: red">x</p>',
        `<b STYLE\n= 'color: red'>x</b>`,
        '<i title="a" style="">y</i>',
      ])
        parseHtml(html);
      expect(set.mock.calls.length).toBeGreaterThan(2);
      for (const [html] of set.mock.calls) expect(html).not.toMatch(/\sstyle\s*=/i);
    } finally {
      set.mockRestore();
    }
  });

  it('drops scripts and content that would be fetched', () => {
    const source = readFileSync(resolve(__dirname, 'schema.ts'), 'utf8');
    for (const name of ['script', 'iframe', 'img', 'href', 'src'])
      expect(source).not.toContain(`'${name}'`);
  });
});
