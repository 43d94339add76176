import { filesBeforehand } from './files-beforehand.read';

const a = { path: 'a.png', bytes: 10 };
/** A database that answers so, one statement after the other. */
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

describe('The files that come before a study', () => {
  it('are read once for all who start at the same moment, and for those after them', async () => {
    const [source, of] = [answering(finds), version()];
    const fifty = await Promise.all(Array.from({ length: 50 }, () => filesBeforehand(source, of)));
    expect(fifty).toEqual(Array.from({ length: 50 }, () => [a]));
    expect(await filesBeforehand(source, of)).toEqual([a]);
    expect(source.asked()).toBe(1);
  });

  it('are read again after a reading that failed', async () => {
    const [source, of] = [answering(fails, finds), version()];
    await expect(filesBeforehand(source, of)).rejects.toThrow('no connection');
    expect(await filesBeforehand(source, of)).toEqual([a]);
  });

  it('are none of built studies, and none where their researchers want none', async () => {
    const source = answering();
    const none = { files: 'none' as const, begins_without: false };
    expect(await filesBeforehand(source, { ...version(), beforehand: none })).toEqual([]);
    expect(await filesBeforehand(source, { ...version(), kind: 'builder' })).toEqual([]);
    expect(source.asked()).toBe(0);
  });
});
