import { endOf } from './end-of.rule';

const bools = [true, false];
const quits = [true, false, null, undefined];
const all = bools.flatMap((isCompleted) =>
  quits.flatMap((quit) =>
    bools.flatMap((isSent) => bools.map((hasRows) => ({ isCompleted, quit, isSent, hasRows }))),
  ),
);
const where = (holds: (one: (typeof all)[number]) => boolean) =>
  new Set(all.filter(holds).map(endOf));

describe('The end of a session of PsychoJS', () => {
  it('is that of the study where the study says so', () => {
    expect(where(({ isCompleted, quit }) => isCompleted || quit === true)).toEqual(
      new Set(['finish']),
    );
  });

  it('is no end where the study says false, as for Escape, and no data were sent', () => {
    expect(
      where(({ isCompleted, quit, isSent }) => !isCompleted && quit === false && !isSent),
    ).toEqual(new Set(['stop']));
  });

  it('is that of the study where it says nothing after its data were sent', () => {
    expect(
      where(({ isCompleted, quit, isSent }) => !isCompleted && typeof quit !== 'boolean' && isSent),
    ).toEqual(new Set(['finish']));
  });

  it('is for the person to say where there are rows and the study says nothing', () => {
    const unsaid = { isCompleted: false, isSent: false };
    for (const quit of [null, undefined]) {
      expect(endOf({ ...unsaid, quit, hasRows: true })).toBe('ask');
      expect(endOf({ ...unsaid, quit, hasRows: false })).toBe('stop');
    }
    expect(endOf({ isCompleted: false, quit: false, isSent: true, hasRows: true })).toBe('ask');
  });
});
