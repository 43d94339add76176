import { timelineTemplates } from '../../../../contracts/study-files/study-timelines';
import { nodesOf, Timeline, timelineLanguages } from '../../../../contracts/timeline/timeline';
import { faultsOf } from '../checked-timeline';
import { templateOf } from './templates';
import { tone } from './tone.rule';

const each = timelineTemplates.flatMap((name) =>
  timelineLanguages.map((language) => ({ name, language })),
);

describe('a template', () => {
  it.each(each)('$name in $language is valid by the rules of all timelines', (one) => {
    const { timeline, files } = templateOf(one.name, one.language);
    expect(Timeline.safeParse(timeline).error?.issues).toBeUndefined();
    expect(
      faultsOf(
        timeline,
        files.map(({ path }) => path),
      ),
    ).toEqual([]);
  });

  it('has its words in the language that was asked for', () => {
    expect(templateOf('stroop', 'de').timeline.title).toBe('Stroop-Aufgabe');
    expect(JSON.stringify(templateOf('stroop', 'de'))).toContain('grün');
    expect(JSON.stringify(templateOf('stroop', 'de'))).not.toContain('["green"');
  });

  it('of 2-back says as target what is the same as the letter before the last, and that alone', () => {
    const { timeline } = templateOf('n_back', 'en');
    const tables = [...nodesOf(timeline.nodes)].flatMap((node) =>
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

  it('with tones has them as WAV, the same each time, without clicks at their ends', () => {
    const wav = tone(1_000, 300);
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
    expect([wav.readInt16LE(44), wav.readInt16LE(wav.length - 2)]).toEqual([0, 0]);
    expect(tone(1_000, 300).equals(wav)).toBe(true);
  });
});
