import { LazySharedValue } from '../../support/app/started-once';

describe('the shared application of a worker', () => {
  it('is started at the first use, and once for all files', async () => {
    let starts = 0;
    const app = new LazySharedValue(() => Promise.resolve(++starts));
    expect(await app.started()).toBeUndefined();
    expect(await Promise.all([app.get(), app.get()])).toEqual([1, 1]);
    expect(await app.started()).toBe(1);
    expect(starts).toBe(1);
  });

  it('is started again by the next file after a start that failed', async () => {
    let starts = 0;
    const app = new LazySharedValue(() =>
      ++starts === 1 ? Promise.reject(new Error('no port')) : Promise.resolve(starts),
    );
    await expect(app.get()).rejects.toThrow('no port');
    expect(await app.started()).toBeUndefined();
    expect(await app.get()).toBe(2);
    expect(await app.started()).toBe(2);
  });
});
