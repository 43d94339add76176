import { isHostedRuntime } from '../../../../../contracts/study-files/hosted-runtime';
import type { Study } from '../../../../../contracts/studies/studies';
import { ApiError } from '../../../lib/http/api';
import { aStudy } from '../../../test/a-study';
import { type StudyDraftChange, createStudyDraft } from './study-draft';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/**
 * A fake server that stores one study. Like the real server, it refuses a change that was made to
 * an older version of the study.
 */
function serverOf(first: Study) {
  const server = {
    now: first,
    sent: [] as StudyDraftChange[],
    /** Errors that the next requests throw, one error for each request. */
    fails: [] as ApiError[],
    /** A change that another researcher makes before the next request arrives. */
    meanwhile: undefined as Partial<Study> | undefined,
    change: (change: Partial<Study>) => {
      server.now = { ...server.now, ...change, version: (server.now.version ?? 0) + 1 };
    },
    save: async ({ version, ...change }: StudyDraftChange) => {
      await Promise.resolve();
      const failure = server.fails.shift();
      if (failure) throw failure;
      if (server.meanwhile) server.change(server.meanwhile);
      server.meanwhile = undefined;
      if (version !== server.now.version) throw new ApiError(409, 'study_changed', '');
      server.sent.push({ ...change, version });
      const { runtime = server.now.runtime, ...others } = change;
      // A hosted runtime in a change lacks the hash of the files, which only the real server can
      // add. So the fake keeps its stored runtime.
      const kept = isHostedRuntime(runtime) ? server.now.runtime : runtime;
      server.change({ ...others, runtime: kept });
      return server.now;
    },
    read: () => Promise.resolve(server.now),
  };
  return server;
}
const open = (more: Partial<Study> = {}) => {
  const study = aStudy(more);
  const server = serverOf(study);
  const draft = createStudyDraft(study, server);
  return { server, draft, state: () => draft.store.getState() };
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('a change is saved once after a pause in typing, with the version that it is based on', async () => {
  const { server, draft, state } = open();
  draft.set('title', 'F');
  draft.set('title', 'Faces');
  await pass(900);
  expect(server.sent).toEqual([]);
  draft.set('title', 'Faces in a crowd');
  await pass(900);
  expect(server.sent).toEqual([]);
  await pass(200);
  expect(server.sent).toEqual([{ title: 'Faces in a crowd', version: 1 }]);
  expect(state()).toMatchObject({ version: 2, saving: false, error: null });
  expect(draft.isClean()).toBe(true);
  await pass(60_000);
  expect(server.sent).toHaveLength(1);
});

test('a change that is typed while an earlier one is being saved is saved after the earlier one', async () => {
  const { server, draft } = open();
  draft.set('title', 'Faces');
  const saved = draft.flush();
  draft.set('title', 'Faces in');
  await saved;
  await pass(2000);
  expect(server.sent.map(({ title }) => title)).toEqual(['Faces', 'Faces in']);
  expect(draft.isClean()).toBe(true);
});

test('trailing spaces are no change, and are not removed while the researcher types', async () => {
  const { server, draft, state } = open({ title: 'Faces' });
  draft.set('title', 'Faces ');
  await pass(2000);
  expect(server.sent).toEqual([]);
  expect(state().values.title).toBe('Faces ');
});

test('a concurrent change of a different field is merged without a question', async () => {
  const { server, draft, state } = open();
  server.meanwhile = { description: 'Theirs' };
  draft.set('title', 'Mine');
  await pass(2000);
  expect(server.now).toMatchObject({ title: 'Mine', description: 'Theirs' });
  expect(state().values).toMatchObject({ title: 'Mine', description: 'Theirs' });
  expect(state().conflicts).toEqual({});
});

test.each(['mine', 'theirs'] as const)(
  'a concurrent change of the same field shows both texts until one is chosen (%s)',
  async (which) => {
    const { server, draft, state } = open();
    server.meanwhile = { title: 'Theirs' };
    draft.set('title', 'Mine');
    draft.set('description', 'Also mine');
    await pass(2000);
    expect(state().values.title).toBe('Mine');
    expect(state().conflicts).toEqual({ title: 'Theirs' });
    // Changes without a conflict are saved.
    expect(server.now).toMatchObject({ title: 'Theirs', description: 'Also mine' });
    expect(draft.isClean()).toBe(false);
    draft.choose('title', which);
    await pass(2000);
    const chosen = which === 'mine' ? 'Mine' : 'Theirs';
    expect(state().values.title).toBe(chosen);
    expect(server.now.title).toBe(chosen);
    expect(draft.isClean()).toBe(true);
  },
);

test('a newer change from another window is shown, and an older one is ignored', () => {
  const { draft, state } = open();
  draft.take(aStudy({ title: 'Newer', version: 3 }));
  expect(state().values.title).toBe('Newer');
  draft.take(aStudy({ title: 'Older', version: 2 }));
  expect(state()).toMatchObject({ version: 3, values: { title: 'Newer' } });
});

test('without a connection, changes are kept and saving is retried automatically', async () => {
  const { server, draft, state } = open();
  server.fails = [new ApiError(0, 'unreachable', ''), new ApiError(503, 'unavailable', '')];
  draft.set('title', 'Mine');
  await pass(1500);
  expect(state().error).toMatchObject({ status: 0 });
  await pass(5000);
  expect(state().error).toMatchObject({ status: 503 });
  await pass(5000);
  expect(server.now.title).toBe('Mine');
  expect(state().error).toBeNull();
});

test('a refusal is shown until the researcher changes something', async () => {
  const { server, draft, state } = open();
  server.fails = [new ApiError(409, 'would_reveal', 'No')];
  draft.set('privacy_level', 'roster_on_start');
  await pass(60_000);
  expect(server.sent).toEqual([]);
  expect(state().error).toMatchObject({ code: 'would_reveal' });
  draft.set('privacy_level', 'anonymous');
  await pass(2000);
  expect(state().error).toBeNull();
});

test('an invalid field is reported, and the other fields are saved', async () => {
  const { server, draft, state } = open();
  draft.set('title', '');
  draft.set('description', 'Still saved');
  await pass(2000);
  expect(state().errors).toEqual({ title: 'required' });
  expect(server.sent).toEqual([{ description: 'Still saved', version: 1 }]);
  expect(draft.isClean()).toBe(false);
  draft.set('title', 'Faces');
  await pass(2000);
  expect(server.now.title).toBe('Faces');
});

test('undo and redo move by what was typed between two pauses, and are saved', async () => {
  const { server, draft, state } = open({ title: 'First' });
  draft.set('title', 'Second');
  draft.set('title', 'Second title');
  await pass(2000);
  draft.set('duration_minutes', 45);
  await pass(2000);
  draft.undo();
  draft.undo();
  expect(state().values).toMatchObject({ title: 'First', duration_minutes: 20 });
  await pass(2000);
  expect(server.now).toMatchObject({ title: 'First', duration_minutes: 20 });
  draft.redo();
  await pass(2000);
  expect(server.now).toMatchObject({ title: 'Second title', duration_minutes: 20 });
  draft.set('title', 'Third');
  expect(state().undone).toEqual([]);
});

test('undo does not revert later changes of another researcher', async () => {
  const { server, draft, state } = open({ title: 'First' });
  draft.set('description', 'Mine');
  await pass(2000);
  draft.set('title', 'Mine');
  await pass(2000);
  server.change({ title: 'Theirs' });
  draft.take(server.now);
  draft.undo();
  expect(state().values).toMatchObject({ title: 'Theirs', description: 'What do you remember?' });
});
