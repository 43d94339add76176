import type { Column } from './column.rule';
import { withQuestionTexts } from './questions.rule';

const column = (name: string, more: Partial<Column> = {}): Column => ({
  ...{ name, type: 'integer', levels: [0, 1], range: [0, 1], values: 2, missing: 0 },
  ...more,
});
const like = {
  ...{ column: 'response.like', prompt: 'Like it?', allowed: [0, 2] as const },
  options: [{ value: '0', label: 'no' }],
};

describe('withQuestionTexts', () => {
  it('adds the questions, labels and the limits of the scale to the column of the answers', () => {
    expect(withQuestionTexts([column('response.like'), column('rt')], [like])).toEqual([
      {
        ...column('response.like'),
        questions: ['Like it?'],
        labels: [{ value: '0', label: 'no' }],
        allowed: [0, 2],
      },
      column('rt'),
    ]);
  });

  it('finds a renamed column by its original name', () => {
    const [told] = withQuestionTexts(
      [column('response.like_2', { renamed_from: 'response.like' })],
      [like],
    );
    expect(told?.questions).toEqual(['Like it?']);
  });

  it('adds no limits or labels when questions of a column differ or an answer lies outside', () => {
    const other = { ...like, prompt: 'Really?', allowed: [0, 5] as const, options: [] };
    const [told] = withQuestionTexts([column('response.like')], [like, other]);
    expect(told).toEqual({ ...column('response.like'), questions: ['Like it?', 'Really?'] });
    const [outside] = withQuestionTexts([column('response.like', { range: [0, 9] })], [like]);
    expect(outside?.allowed).toBeUndefined();
  });
});
