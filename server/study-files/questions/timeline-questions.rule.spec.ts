import type { TimelineNode } from '../../../contracts/timeline/timeline';
import type { Json } from '../../../contracts/timeline/timeline-values';
import { makeTimelineTemplate } from '../builder/templates/templates';
import { timelineQuestions, plainTextOf } from './timeline-questions.rule';

const trial = (plugin: string, parameters: Record<string, Json>): TimelineNode => ({
  ...{ id: plugin, type: 'trial', name: plugin, plugin, parameters },
});

describe('The questions of a builder’s study', () => {
  it('are the prompts, labels and options of its survey trials, by the columns of their answers', () => {
    const nodes = [
      trial('survey-likert', {
        questions: [
          {
            prompt: '<p>I like <b>it</b> &amp; more</p>',
            labels: ['no', 'so so', 'yes'],
            name: 'like',
          },
          { prompt: 'Again?', labels: ['no', 'yes'] },
        ],
      }),
      trial('survey-multi-choice', {
        questions: [{ prompt: 'Where?', options: ['here', 'there'] }],
      }),
      trial('html-slider-response', { stimulus: 'How warm?', max: 40 }),
    ];
    expect(timelineQuestions({ nodes: [{ id: 'b', type: 'block', name: '', nodes }] })).toEqual([
      {
        column: 'response.like',
        prompt: 'I like it & more',
        options: [
          { value: '0', label: 'no' },
          { value: '1', label: 'so so' },
          { value: '2', label: 'yes' },
        ],
        allowed: [0, 2],
      },
      {
        column: 'response.Q1',
        prompt: 'Again?',
        options: [
          { value: '0', label: 'no' },
          { value: '1', label: 'yes' },
        ],
        allowed: [0, 1],
      },
      {
        column: 'response.Q0',
        prompt: 'Where?',
        options: [
          { value: 'here', label: 'here' },
          { value: 'there', label: 'there' },
        ],
      },
      { column: 'response', prompt: 'How warm?', allowed: [0, 40] },
    ]);
  });

  it('exclude texts that are known only at run time', () => {
    const code = { $js: 'jsPsych.data.get().last(1).values()[0].response' };
    const nodes = [
      trial('survey-text', { questions: [{ prompt: code, name: 'why' }] }),
      trial('survey-text', { questions: code }),
      trial('survey-likert', { questions: [{ prompt: code, labels: [code, 'b'] }] }),
      trial('html-slider-response', { stimulus: { $var: 'said' }, max: code }),
      trial('html-button-response', { stimulus: code, choices: { $var: 'said' } }),
    ];
    expect(timelineQuestions({ nodes })).toEqual([]);
  });

  it('include all questions of the built-in questionnaire, in its language', () => {
    const asked = timelineQuestions(makeTimelineTemplate('questionnaire', 'de').timeline);
    const columns = asked.map(({ column }) => column);
    expect(columns).toEqual(
      expect.arrayContaining(['age', 'place', 'sleep_nap', 'noise', 'words']),
    );
    expect(asked.find(({ column }) => column === 'noise')).toMatchObject({ allowed: [1, 7] });
    expect(asked.every(({ prompt }) => prompt !== '')).toBe(true);
  });

  it('keep text that is not HTML markup', () => {
    expect(plainTextOf('a < b, b > c <br/>d<script>alert(1)</script>')).toBe('a < b, b > c d');
  });
});
