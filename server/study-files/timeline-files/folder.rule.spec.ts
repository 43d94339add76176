import { emptyTimeline, Timeline } from '../../../contracts/timeline/timeline';
import { jsFault } from '../builder/js-fault';
import { playerPageText, timelineJsonText, usedPlugins } from './folder.rule';
import { playerTexts } from '../builder/player-texts';
import { timelinePlugins } from './study-player';
import { makeTimelineTemplate } from '../builder/templates/templates';

const page = (timeline: Timeline) =>
  playerPageText(
    { timeline, plugins: usedPlugins(timeline), texts: playerTexts(timeline.language) },
    timelinePlugins(),
  );

describe('The page of a timeline', () => {
  it('is the same text for the same timeline, whatever the order of its keys', () => {
    const { timeline } = makeTimelineTemplate('stroop', 'en');
    const reversed = Object.fromEntries(Object.entries(timeline).reverse());
    expect(page(Timeline.parse(reversed))).toBe(page(Timeline.parse(timeline)));
    expect(timelineJsonText(Timeline.parse(reversed))).toBe(
      timelineJsonText(Timeline.parse(timeline)),
    );
  });

  it('loads only the plugins that the timeline uses', () => {
    const { timeline } = makeTimelineTemplate('stroop', 'en');
    const scripts = [...page(timeline).matchAll(/src="([^"]+)"/g)].map(([, src]) => src);
    expect(scripts).toEqual([
      'jspsych.js',
      'plugins/plugin-fullscreen.js',
      'plugins/plugin-html-keyboard-response.js',
      'plugins/plugin-instructions.js',
      'player.js',
    ]);
  });

  it('contains all values as data, also hostile ones', () => {
    const title = '</title></script><script>alert("1")</script><!-- \u2028';
    const text = page({ ...emptyTimeline(title, 'de'), nodes: [] });
    expect(text.match(/<script(?![^>]*json)/g)).toHaveLength(2);
    const data = /id="commonlab-data">(.*)<\/script>/.exec(text)?.[1] ?? '';
    expect((JSON.parse(data) as { timeline: Timeline }).timeline.title).toBe(title);
  });
});

describe('JavaScript of a timeline', () => {
  it.each([
    ['variable("word") + 1', 'expression', null],
    ['(data) => data.rt > 300 // a remark', 'expression', null],
    ['data.score = 1; if (data.rt) return', 'statements', null],
    ['', 'expression', 'empty'],
    ['', 'statements', null],
    ['1 +', 'expression', 'Unexpected token'],
    ['const x = 1', 'expression', 'Unexpected token'],
    ['await fetch("x")', 'statements', 'Unexpected token'],
    [`${'('.repeat(300)}1`, 'expression', 'Unexpected token'],
  ] as const)('has the expected fault, or none, for %.20s as %s: %s', (text, kind, said) => {
    const found = jsFault(text, kind);
    if (said === null) expect(found).toBeNull();
    else expect(found).toContain(said);
  });
});
