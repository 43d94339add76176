import { retryOnLockConflict } from './retry-on-lock-conflict';

const failure = (code: string) => Object.assign(new Error(code), { code });
/**
 * Simulates work: each call fails with the next of these error codes; after the last one it
 * succeeds.
 */
function failing(...codes: string[]) {
  let attempts = 0;
  return {
    work: () => {
      const code = codes[attempts++];
      return code ? Promise.reject(failure(code)) : Promise.resolve('done');
    },
    attempts: () => attempts,
  };
}

describe('retryOnLockConflict', () => {
  it('repeats work after a lock timeout and a deadlock', async () => {
    const { work, attempts } = failing('55P03', '40P01', '55P03');
    expect(await retryOnLockConflict(work, { pauseMs: 1 })).toBe('done');
    expect(attempts()).toBe(4);
  });

  it.each(['42P01', '57014', '23505'])('does not retry an unrelated error (%s)', async (code) => {
    const { work, attempts } = failing(code);
    await expect(retryOnLockConflict(work, { pauseMs: 1 })).rejects.toMatchObject({ code });
    expect(attempts()).toBe(1);
  });

  it('fails with the last error after the longest allowed time', async () => {
    const { work, attempts } = failing('55P03', '40P01');
    const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
    const done = retryOnLockConflict(work, { patienceMs: 10, pauseMs: 1 });
    now.mockReturnValue(1_011);
    await expect(done).rejects.toMatchObject({ code: '55P03' });
    expect(attempts()).toBe(1);
    now.mockRestore();
  });
});
