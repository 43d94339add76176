import { timelineTemplates } from '../../../../contracts/study-files/study-timelines';
import { walkNodes, Timeline, timelineLanguages } from '../../../../contracts/timeline/timeline';
import { timelineFaultsOf } from '../checked-timeline';
import { makeTimelineTemplate } from './templates';
import { makeToneWav } from './tone.rule';

const each = timelineTemplates.flatMap((name) =>
  timelineLanguages.map((language) => ({ name, language })),
);

describe('a template of the timeline builder', () => {
  it.each(each)('$name in $language is valid by the rules of all timelines', (one) => {
    const { timeline, files } = makeTimelineTemplate(one.name, one.language);
    expect(Timeline.safeParse(timeline).error?.issues).toBeUndefined();
    expect(
      timelineFaultsOf(
        timeline,
        files.map(({ path }) => path),
      ),
    ).toEqual([]);
  });

  it('has its texts in the requested language', () => {
    expect(makeTimelineTemplate('stroop', 'de').timeline.title).toBe('Stroop-Aufgabe');
    expect(JSON.stringify(makeTimelineTemplate('stroop', 'de'))).toContain('grün');
    expect(JSON.stringify(makeTimelineTemplate('stroop', 'de'))).not.toContain('["green"');
  });

  it('of 2-back marks as targets exactly the letters that equal the letter two before', () => {
    const { timeline } = makeTimelineTemplate('n_back', 'en');
    const tables = [...walkNodes(timeline.nodes)].flatMap((node) =>
      node.type === 'block' && node.variables ? [node.variables.rows] : [],
    );
    expect(tables).toHaveLength(3);
    for (const rows of tables) {
      const letters = rows.map(([letter]) => letter);
      const targets = rows.filter(([, target]) => target === true).length;
      expect(rows.map(([, target]) => target)).toEqual(
        letters.map((letter, i) => letters[i - 2] === letter),
      );
      expect(targets / rows.length).toBeGreaterThanOrEqual(0.25);
      expect(targets / rows.length).toBeLessThanOrEqual(0.45);
    }
  });

  it('with tones makes identical WAV files each time, without clicks at their ends', () => {
    const wav = makeToneWav(1_000, 300);
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
    expect([wav.readInt16LE(44), wav.readInt16LE(wav.length - 2)]).toEqual([0, 0]);
    expect(makeToneWav(1_000, 300).equals(wav)).toBe(true);
  });
});
