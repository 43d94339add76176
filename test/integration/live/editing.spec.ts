/**
 * @engines long: Redis and PostgreSQL pass live messages between servers in different ways, so
 * `npm test -- long` runs it with both kinds of queue (Redis and PostgreSQL)
 */
import type { StudyEditing } from '../../../contracts/live/live';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type RunningApp } from '../../support/app/app';
import { makeResearcher } from '../../support/people/people';
import { recruit } from '../../support/people/recruiting';
import { eventually } from '../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../support/app/watcher';
import { startTestWorkers } from '../../support/app/workers';
import { collaboratorRequestsOf } from '../collaborators/calls';
import { makeStudy } from '../studies/fixtures';

describe('A study that is open for editing', () => {
  let run: RunningApp;
  let workers: RunningWorkers;
  const open: TestSocket[] = [];
  beforeAll(async () => {
    run = await startApp();
    workers = await startTestWorkers(run);
  });
  afterAll(async () => {
    for (const w of open) w.close();
    await workers.close();
    await run.close();
  });
  const connect = async (token?: string) => {
    const w = await openTestSocket(run.url, token);
    open.push(w);
    return w;
  };
  const editing = (w: TestSocket) =>
    w.messages.filter(({ name }) => name === 'study.editing').map((m) => m.message as StudyEditing);

  it('informs its editors who else has it open, and when they leave or lose the connection', async () => {
    const { study_id, researcher } = await recruit(run);
    const topic = `editing:${study_id}`;
    const first = await connect(researcher.token);
    expect(await first.watch(topic)).toMatchObject({ ok: true });
    const second = await connect(researcher.token);
    await second.watch(topic);
    const [come] = await eventually(
      () => editing(first),
      (all) => all.length === 1,
    );
    expect(come).toMatchObject({ study_id, _id: researcher._id, left: false });

    // The first window announces itself to the second one.
    first.socket.emit('editing', { topic });
    const [there] = await eventually(
      () => editing(second),
      (all) => all.length === 1,
    );
    expect(there).toMatchObject({ study_id, left: false });
    expect(there?.window).not.toBe(come?.window);

    second.close();
    await eventually(
      () => editing(first),
      (all) => all.some((one) => one.left && one.window === come?.window),
    );
    // The server sends to a window only the messages of other windows.
    expect(editing(first).every((one) => one.window === come?.window)).toBe(true);
  });

  it('informs its editors when one is removed, whose messages no longer reach them', async () => {
    const { study_id, researcher } = await recruit(run);
    const editor = await makeResearcher(run.source);
    await collaboratorRequestsOf(run).join(researcher, study_id, editor, 'editor');
    const topic = `editing:${study_id}`;
    const [desk, theirs] = [await connect(researcher.token), await connect(editor.token)];
    await desk.watch(topic);
    await theirs.watch(topic);
    await run
      .http()
      .delete(`/api/studies/${study_id}/collaborators/${editor._id}/`)
      .set(researcher.headers)
      .expect(204);
    await eventually(
      () => editing(desk),
      (all) => all.some((one) => one.left && one._id === editor._id),
    );
    const messagesOfEditor = () => editing(desk).filter(({ _id }) => _id === editor._id).length;
    const before = messagesOfEditor();
    theirs.socket.emit('editing', { topic });
    const window = await connect(researcher.token);
    await window.watch(topic);
    await eventually(
      () => editing(desk),
      (all) => all.some(({ _id }) => _id === researcher._id),
    );
    expect(messagesOfEditor()).toBe(before);
  });

  it('informs its editors that it was changed', async () => {
    const { study_id, researcher } = await recruit(run);
    const desk = await connect(researcher.token);
    await desk.watch(`editing:${study_id}`);
    await run
      .http()
      .put(`/api/studies/${study_id}/`)
      .set(researcher.headers)
      .send({ title: 'Another title' })
      .expect(200);
    await eventually(
      () => desk.messages,
      (all) =>
        all.some(
          ({ name, message }) =>
            name === 'study.updated' && (message as { _id: string })._id === study_id,
        ),
    );
  });

  it('cannot be watched by visitors, participants, or researchers without a role in it', async () => {
    const { study_id, researcher } = await recruit(run);
    const topic = `editing:${study_id}`;
    const other = await makeResearcher(run.source);
    expect(await (await connect()).watch(topic)).toEqual({ ok: false, code: 'unauthenticated' });
    const stranger = await connect(other.token);
    expect(await stranger.watch(topic)).toEqual({ ok: false, code: 'forbidden' });
    const draft = `editing:${await makeStudy(run, researcher)}`;
    expect(await stranger.watch(draft)).toEqual({ ok: false, code: 'not_found' });
    const desk = await connect(researcher.token);
    await desk.watch(topic);
    // The server does not forward the message of the stranger. So the first message that arrives
    // comes from the researcher's second window.
    stranger.socket.emit('editing', { topic });
    const window = await connect(researcher.token);
    await window.watch(topic);
    const seen = await eventually(
      () => editing(desk),
      (all) => all.length > 0,
    );
    expect(seen.map(({ _id }) => _id)).toEqual([researcher._id]);
  });
});
