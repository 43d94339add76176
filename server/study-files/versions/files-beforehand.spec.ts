import { filesBeforehand } from './files-beforehand.read';

const a = { path: 'a.png', bytes: 10 };
/** A fake database that gives these answers, one per statement. */
const answering = (...answers: (() => Promise<object[]>)[]) => {
  let asked = 0;
  return {
    query: <T>() => (answers[asked++] ?? fails)() as Promise<T>,
    asked: () => asked,
  };
};
const fails = () => Promise.reject(new Error('no connection'));
const finds = () => Promise.resolve([a]);
let next = 0;
const version = () => ({ kind: 'hosted' as const, version_id: `version-${++next}` });

describe('The files that a study preloads', () => {
  it('are read once for all participants, also for those who start at the same time', async () => {
    const [source, of] = [answering(finds), version()];
    const fifty = await Promise.all(Array.from({ length: 50 }, () => filesBeforehand(source, of)));
    expect(fifty).toEqual(Array.from({ length: 50 }, () => [a]));
    expect(await filesBeforehand(source, of)).toEqual([a]);
    expect(source.asked()).toBe(1);
  });

  it('are read again after a read failed', async () => {
    const [source, of] = [answering(fails, finds), version()];
    await expect(filesBeforehand(source, of)).rejects.toThrow('no connection');
    expect(await filesBeforehand(source, of)).toEqual([a]);
  });

  it('are none for bundled studies, and none when the researchers disable preloading', async () => {
    const source = answering();
    const none = { files: 'none' as const, begins_without: false };
    expect(await filesBeforehand(source, { ...version(), beforehand: none })).toEqual([]);
    expect(await filesBeforehand(source, { ...version(), kind: 'builder' })).toEqual([]);
    expect(source.asked()).toBe(0);
  });
});
