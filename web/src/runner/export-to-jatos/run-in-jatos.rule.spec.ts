import { drawConditionInJatos, parseJatosRunAddress, jatosWorkerId } from './run-in-jatos.rule';

const result = '0d1c7c9e-5a5c-4c0e-9d0f-1f2f3a4b5c6d';
const cookie = `theme=dark; JATOS_ID_0=workerId=7&studyResultUuid=other; JATOS_ID_1=batchId=3&workerId=42&studyResultUuid=${result}`;

describe('a run in JATOS', () => {
  it('is recognised by the address of its page, also below a path prefix of the server', () => {
    expect(parseJatosRunAddress(`/publix/${result}/c1/start`)).toEqual({
      result,
      root: `/publix/${result}/`,
      file: 'start',
    });
    expect(parseJatosRunAddress(`/lab/publix/${result}/c1/a/two.html`)).toMatchObject({
      root: `/lab/publix/${result}/`,
      file: 'a/two.html',
    });
    for (const path of ['/s/key/index.html', '/publix/code', '/index.html'])
      expect(parseJatosRunAddress(path)).toBeUndefined();
  });

  it('reads its participant’s number from the cookie of that run only', () => {
    expect(jatosWorkerId(cookie, { result })).toBe('42');
    expect(jatosWorkerId(cookie, { result: 'none' })).toBe('');
  });
});

describe('the condition of a run in JATOS', () => {
  const cell = (name: string, share: number) => ({ name, share, values: { n: share } });
  const conditions = { blinded: false, cells: [cell('a', 1), cell('b', 3)] };

  it('is the same on each page of the run, with its values beside its name', () => {
    const first = drawConditionInJatos(conditions, { result });
    expect(drawConditionInJatos(conditions, { result })).toEqual(first);
    expect(first).toEqual(first?.name === 'a' ? { name: 'a', n: 1 } : { name: 'b', n: 3 });
    expect(drawConditionInJatos(null, { result })).toBeNull();
  });

  it('is drawn in proportion to the weights', () => {
    const names = Array.from(
      { length: 4_000 },
      (_, i) => drawConditionInJatos(conditions, { result: `${result.slice(0, -4)}${i}` })?.name,
    );
    // The allowed difference from 3,000 is four standard deviations.
    expect(Math.abs(names.filter((name) => name === 'b').length - 3_000)).toBeLessThan(110);
  });
});
