import { TextEncoder } from 'node:util';
import { fakeCommonlab } from '../../test/fake-commonlab';
import type { FrameMessage } from '../messages';
import { dataPipeConditionNumber, isRequestAnsweredInPage, SentDataRecords } from './sent-data';

Object.assign(globalThis, { TextEncoder });

function study(condition: unknown = null, keep: () => Promise<void> = () => Promise.resolve()) {
  const { commonlab: paper, said } = fakeCommonlab(condition);
  const files: string[] = [];
  const commonlab = {
    ...paper,
    file: (name: string) => {
      files.push(name);
      return keep();
    },
  };
  const records = new SentDataRecords(commonlab, (message: FrameMessage) => {
    if (message.type === 'record') said.push([message.kind, message.data]);
  });
  const send = (address: string, body: unknown) =>
    records.answer({ url: new URL(address), method: 'POST', body });
  return { said, files, send, records };
}
const own = 'http://localhost/s/key/write_data.php';
const pipe = 'https://pipe.jspsych.org/api';

describe('a request by which a study sends data itself', () => {
  it('stores data that are sent to DataPipe, and answers as DataPipe does', async () => {
    const { said, send } = study({ name: '3' });
    const body = JSON.stringify({ experimentID: 'a', filename: 'x.csv', data: 'rt\n300' });
    expect(await send(`${pipe}/data/`, body)).toEqual({
      status: 201,
      body: { message: 'Success' },
    });
    expect(said).toEqual([
      ['event', { type: 'sent', to: 'datapipe', name: 'x.csv' }],
      ['text', 'rt\n300'],
    ]);
    expect(await send(`${pipe}/condition/`, '{}')).toMatchObject({ body: { condition: 3 } });
    expect(await send(`${pipe}/base64/`, body)).toMatchObject({ status: 400 });
    expect(await send(`${pipe}/data/`, 'no JSON')).toMatchObject({ status: 400 });
    expect(said).toHaveLength(2);
  });

  it('stores its data within the call, so that a study that ends right afterwards loses nothing', () => {
    const { said, send } = study();
    void send(`${pipe}/data/`, JSON.stringify({ filename: 'x', data: 'all' }));
    void send(own, 'words');
    expect(said.map(([kind]) => kind)).toEqual(['event', 'text', 'text']);
  });

  it('stores the files of a form as files of the run and its fields as a trial', async () => {
    const { said, files, send } = study();
    const form = new FormData();
    form.append('sound', new Blob(['x']), 'a.wav');
    form.append('trial', '7');
    form.append('pictures', new File(['y'], 'b.png'));
    form.append('pictures', new File(['z'], 'c.png'));
    form.append('nothing', new File([], ''));
    expect(await send(own, form)).toEqual({ status: 200, body: {} });
    expect(files).toEqual(['a.wav', 'b.png', 'c.png']);
    const fields = { sound: 'a.wav', trial: '7', pictures: ['b.png', 'c.png'], nothing: '' };
    expect(said).toEqual([['trial', fields]]);
  });

  it('stores the same data when the body is read asynchronously', async () => {
    const { said, files, send, records } = study();
    const form = new FormData();
    form.append('sound', new Blob(['x']), 'a.wav');
    const sent = [send(own, Promise.resolve(form)), send(own, Promise.resolve('words'))];
    const broken = send(own, Promise.reject(new Error('gone')));
    expect(records.isIdle).toBe(false);
    await Promise.all(sent);
    expect(await broken).toMatchObject({ status: 400 });
    await records.idle();
    expect([files, said]).toEqual([
      ['a.wav'],
      [
        ['trial', { sound: 'a.wav' }],
        ['text', 'words'],
      ],
    ]);
  });

  it('answers 400 with a reason when a file cannot be stored, and waits for that answer', async () => {
    const full = Object.assign(new Error('full'), { code: 'files_full' });
    const { send, records } = study(null, () => Promise.reject(full));
    const form = new FormData();
    form.append('sound', new Blob(['x']), 'a.wav');
    const answer = send(own, form);
    expect(records.isIdle).toBe(false);
    expect(await answer).toEqual({
      status: 400,
      body: { error: 'files_full', message: 'files_full' },
    });
    expect(records.isIdle).toBe(true);
  });

  it('refuses a body that is neither text nor a form', async () => {
    const { said, send } = study();
    expect(await send(own, { type: 'a stream' })).toMatchObject({ status: 400 });
    expect(said).toEqual([]);
  });

  it('stores a row once, with its last change, when lab.js sends it repeatedly', async () => {
    const { said, send } = study();
    const lab = (payload: string, slice: number | undefined, data: object[]) =>
      send(own, JSON.stringify({ metadata: { id: 'i', payload, slice }, url: 'u', data }));
    await lab('incremental', 0, [{ n: 1 }, { n: 2 }]);
    await lab('incremental', 1, [{ n: 2, late: true }, { n: 3 }]);
    await lab('full', undefined, [{ n: 1 }, { n: 2, late: true }, { n: 3 }]);
    expect(said).toEqual([
      ['trial', '{"n":1}'],
      ['trial', '{"n":2}'],
      ['amend', '{"trial":1,"data":{"n":2,"late":true}}'],
      ['trial', '{"n":3}'],
      ['finish', null],
    ]);
  });

  it('stores data that lab.js posts to the outer page, and passes other messages on', () => {
    const { said, records } = study();
    const rows = [{ n: 1 }, { n: 2 }];
    const metadata = { payload: 'full', url: 'u' };
    const type = 'labjs.data';
    expect(records.hears({ type, metadata, raw: rows, json: '[]', csv: 'n' })).toBe(true);
    expect(records.hears({ type, metadata, json: JSON.stringify([...rows, { n: 3 }]) })).toBe(true);
    for (const other of [null, 'resize', { type: 'resize', height: 3 }, { metadata, raw: 'x' }])
      expect(records.hears(other)).toBe(false);
    expect(said).toEqual([
      ['trial', '{"n":1}'],
      ['trial', '{"n":2}'],
      ['finish', null],
      ['trial', '{"n":3}'],
      ['finish', null],
    ]);
  });

  it('stores the body of a request to a server script as text', async () => {
    const { said, send } = study();
    await send(own, JSON.stringify({ filename: 'a.csv', filedata: 'a,b' }));
    await send(own, 'just words');
    const form = new FormData();
    form.append('answer', '42');
    await send(own, form);
    expect(said).toEqual([
      ['text', 'a,b'],
      ['text', 'just words'],
      ['text', '{"answer":"42"}'],
    ]);
  });

  it('catches only requests to the study’s own folder and to DataPipe', () => {
    const base = document.createElement('base');
    base.href = 'http://localhost/s/key/index.html';
    document.head.append(base);
    const caught = (address: string, method = 'POST') =>
      isRequestAnsweredInPage({ url: new URL(address), method, body: '' });
    expect([caught(own), caught(own, 'post'), caught(`${pipe}/data/`)]).toEqual([true, true, true]);
    expect([
      caught(own, 'GET'),
      caught('http://localhost/s/another/a.php'),
      caught('http://localhost/api/users/'),
      caught('https://lab.example/save.php'),
    ]).toEqual([false, false, false, false]);
    base.remove();
  });

  it('is recognized on a page whose address a script has changed', () => {
    history.replaceState(null, '', '/s/key/index.html');
    study();
    history.pushState(null, '', '/task/1');
    const caught = (address: string) =>
      isRequestAnsweredInPage({
        url: new URL(address, document.baseURI),
        method: 'POST',
        body: '',
      });
    expect([caught('./save.php'), caught('/api/save'), caught('/s/key/save.php')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(caught('https://lab.example/save.php')).toBe(false);
    history.replaceState(null, '', '/');
  });

  it('gets the number of the drawn condition from DataPipe’s condition service, if it has one', () => {
    expect(
      [{ name: '2' }, { name: 'a', condition: 0 }, { name: 'a' }, { name: ' ' }, null].map(
        dataPipeConditionNumber,
      ),
    ).toEqual([2, 0, undefined, undefined, undefined]);
  });
});
