import { psychoJsEndOf } from './end-of.rule';

const bools = [true, false];
const quits = [true, false, null, undefined];
const all = bools.flatMap((isCompleted) =>
  quits.flatMap((quit) =>
    bools.flatMap((isSent) => bools.map((hasRows) => ({ isCompleted, quit, isSent, hasRows }))),
  ),
);
const where = (holds: (one: (typeof all)[number]) => boolean) =>
  new Set(all.filter(holds).map(psychoJsEndOf));

describe('the end of a PsychoJS session', () => {
  it('finishes the study when the study marks it as completed', () => {
    expect(where(({ isCompleted, quit }) => isCompleted || quit === true)).toEqual(
      new Set(['finish']),
    );
  });

  it('does not finish the study when it is marked as not completed and no data were sent', () => {
    expect(
      where(({ isCompleted, quit, isSent }) => !isCompleted && quit === false && !isSent),
    ).toEqual(new Set(['stop']));
  });

  it('finishes the study when its data were sent without a mark', () => {
    expect(
      where(({ isCompleted, quit, isSent }) => !isCompleted && typeof quit !== 'boolean' && isSent),
    ).toEqual(new Set(['finish']));
  });

  it('asks the participant when there are rows without the study’s mark of completion', () => {
    const unsaid = { isCompleted: false, isSent: false };
    for (const quit of [null, undefined]) {
      expect(psychoJsEndOf({ ...unsaid, quit, hasRows: true })).toBe('ask');
      expect(psychoJsEndOf({ ...unsaid, quit, hasRows: false })).toBe('stop');
    }
    expect(psychoJsEndOf({ isCompleted: false, quit: false, isSent: true, hasRows: true })).toBe(
      'ask',
    );
  });
});
