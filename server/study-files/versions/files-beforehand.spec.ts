import { readFilesToPreload } from './files-to-preload.read';

const a = { path: 'a.png', bytes: 10 };
/** A fake database: each statement gets the next answer. After the last answer, statements fail. */
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
    const fifty = await Promise.all(
      Array.from({ length: 50 }, () => readFilesToPreload(source, of)),
    );
    expect(fifty).toEqual(Array.from({ length: 50 }, () => [a]));
    expect(await readFilesToPreload(source, of)).toEqual([a]);
    expect(source.asked()).toBe(1);
  });

  it('are read again after a read failed', async () => {
    const [source, of] = [answering(fails, finds), version()];
    await expect(readFilesToPreload(source, of)).rejects.toThrow('no connection');
    expect(await readFilesToPreload(source, of)).toEqual([a]);
  });

  it('are none for bundled studies, and none when the researchers disable preloading', async () => {
    const source = answering();
    const none = { files: 'none' as const, begins_without: false };
    expect(await readFilesToPreload(source, { ...version(), beforehand: none })).toEqual([]);
    expect(await readFilesToPreload(source, { ...version(), kind: 'builder' })).toEqual([]);
    expect(source.asked()).toBe(0);
  });
});
