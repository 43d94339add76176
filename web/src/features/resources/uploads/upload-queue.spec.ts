import { Blob as WholeBlob, File as WholeFile } from 'node:buffer';
import { ApiError } from '../../../lib/http/api';
import { FakeUploads, hashOf, connectionLostError, fakeRefusal } from './fake-uploads';
import type { UploadItem } from './upload-item';
import { UploadQueue } from './upload-queue';

const folder = '0193a1b2-0000-7000-8000-0000000000f0';
const megabyte = 1_000_000;
const fileOf = (size: number, name = 'a.png', fill = 7) =>
  new File([new Uint8Array(size).fill(fill)], name);

// Files of jsdom cannot be read, so `WholeBlob` replaces them.
beforeAll(() => Object.assign(globalThis, { Blob: WholeBlob, File: WholeFile }));

let server: FakeUploads;
let queue: UploadQueue;
let changed: () => void;
let stored: UploadItem[];
beforeEach(() => {
  server = new FakeUploads();
  changed = () => undefined;
  stored = [];
  queue = newQueue();
});
const newQueue = () =>
  new UploadQueue(
    {
      calls: server,
      hash: hashOf,
      changed: () => changed(),
      pauses: { first: 1, most: 2 },
    },
    (item) => stored.push(item),
  );
const states = () => queue.items.map(({ path, state }) => `${path} ${state}`);
const until = (holds: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (holds()) resolve();
    };
    changed = look;
    look();
  });
/** Waits until the queue is idle and its last change of state has been handled. */
const ended = async () => {
  await until(() => !queue.isBusy);
  await new Promise((resolve) => setTimeout(resolve));
};
const send = (name: string, file: File) => queue.add(folder, [{ path: name, file }]);
const sent = () => server.log.filter((line) => line.startsWith('send'));

describe('the queue of uploads', () => {
  it('sends a file in pieces of 4 MB', async () => {
    send('a.png', fileOf(9 * megabyte));
    await ended();
    expect(states()).toEqual(['a.png done']);
    expect(sent()).toEqual(['send 0+4000000', 'send 4000000+4000000', 'send 8000000+1000000']);
    expect(server.files.get('a.png')?.length).toBe(9 * megabyte);
    expect(stored).toHaveLength(1);
  });

  it('continues where it stopped after the connection was lost twice, with smaller pieces', async () => {
    let lost = 0;
    server.before = (what) => {
      if (what === 'send' && sent().length > 1 && lost < 2) {
        lost += 1;
        throw connectionLostError();
      }
    };
    send('a.png', fileOf(6 * megabyte));
    await ended();
    expect(server.files.get('a.png')?.length).toBe(6 * megabyte);
    expect(sent()).toEqual([
      'send 0+4000000',
      'send 4000000+2000000',
      'send 4000000+1000000',
      'send 4000000+250000',
      'send 4250000+500000',
      'send 4750000+1000000',
      'send 5750000+250000',
    ]);
    expect(server.log.filter((line) => line.startsWith('create'))).toHaveLength(1);
  });

  it('counts a file as stored if only the answer to its last request was lost', async () => {
    let lost = false;
    server.after = (what) => {
      if (what !== 'send' || lost) return;
      lost = true;
      throw connectionLostError();
    };
    send('a.png', fileOf(10));
    await ended();
    expect(states()).toEqual(['a.png done']);
    expect(sent()).toHaveLength(1);
  });

  it('continues from the offset that the server names', async () => {
    server.before = (what) => {
      const one = [...server.uploads.values()][0];
      // Another tab sent a piece of the same file.
      if (what === 'send' && one?.bytes.length === 0) one.bytes = Buffer.alloc(1000, 7);
    };
    send('a.png', fileOf(5000));
    await ended();
    expect(sent()).toEqual(['send 0+5000', 'send 1000+4000']);
    expect(states()).toEqual(['a.png done']);
  });

  it('restarts a file whose hash differs, and gives up after three times', async () => {
    server.before = (what) => {
      const one = [...server.uploads.values()][0];
      if (what === 'send' && one) one.body.sha256 = 'f'.repeat(64);
    };
    send('a.png', fileOf(10));
    send('b.png', fileOf(11));
    await ended();
    expect(sent().filter((line) => line === 'send 0+10')).toHaveLength(3);
    expect(queue.items[0]).toMatchObject({
      state: 'failed',
      fault: { code: 'checksum_mismatch' },
    });
    expect(queue.items[1]?.state).toBe('done');
  });

  it('asks when a name is taken, and replaces, keeps both or skips, for one file or for all', async () => {
    for (const name of ['a.png', 'b.png', 'b (2).png', 'c.png', 'd.png'])
      server.files.set(name, Buffer.from('old'));
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png', 'e.png']) send(name, fileOf(5, name));
    await until(() => queue.items.filter(({ state }) => state === 'taken').length === 4);
    await ended();
    const [a, b] = queue.items;
    queue.decide(a?.key ?? '', 'replace', false);
    queue.decide(b?.key ?? '', 'both', false);
    await ended();
    expect(states()).toEqual([
      'a.png done',
      'b (3).png done',
      'c.png taken',
      'd.png taken',
      'e.png done',
    ]);
    expect(server.files.get('a.png')?.length).toBe(5);
    expect(server.files.get('b (3).png')?.length).toBe(5);
    queue.decide(queue.items[2]?.key ?? '', 'leave', true);
    expect(states()).toEqual(['a.png done', 'b (3).png done', 'e.png done']);
    expect(server.files.get('c.png')?.toString()).toBe('old');
  });

  it('applies a decision for all files also to a file that is added later', async () => {
    server.files.set('a.png', Buffer.from('old'));
    server.files.set('z.png', Buffer.from('old'));
    const others = ['1', '2', '3', '4'].map((path) => ({ path, file: fileOf(5, path) }));
    let wait = () => undefined as void;
    const slow = new Promise<void>((resolve) => (wait = resolve));
    const create = server.create.bind(server);
    server.create = async (body) => {
      if (body.path === '1') await slow;
      return create(body);
    };
    queue.add(folder, [
      { path: 'a.png', file: fileOf(5) },
      ...others,
      { path: 'z.png', file: fileOf(6) },
    ]);
    await until(() => queue.items[0]?.state === 'taken');
    queue.decide(queue.items[0]?.key ?? '', 'replace', true);
    wait();
    await ended();
    expect(new Set(queue.items.map(({ state }) => state))).toEqual(new Set(['done']));
  });

  it('says beside a refused file why, and continues with the others', async () => {
    server.before = (what, id) => {
      if (what === 'create' && id === 'big.bin') throw fakeRefusal('quota_exceeded');
      if (what === 'send' && id === '0+6')
        throw fakeRefusal('unsupported_media_type', 415, ['svg_script']);
    };
    queue.add(folder, [
      { path: 'big.bin', file: fileOf(5) },
      { path: 'x.svg', file: fileOf(6) },
      { path: 'empty.png', file: fileOf(0) },
      { path: 'con.png', file: fileOf(7) },
      { path: 'good.png', file: fileOf(8) },
    ]);
    await ended();
    expect(queue.items.map(({ path, fault }) => [path, fault?.code, fault?.reasons])).toEqual([
      ['big.bin', 'quota_exceeded', []],
      ['x.svg', 'unsupported_media_type', ['svg_script']],
      ['empty.png', 'empty', undefined],
      ['con.png', 'invalid_file_name', undefined],
      ['good.png', undefined, undefined],
    ]);
    expect(states().at(-1)).toBe('good.png done');
  });

  it('has three files under way at a time, and sends two pieces at a time', async () => {
    queue.add(
      folder,
      Array.from({ length: 12 }, (_, i) => ({ path: `${i}.png`, file: fileOf(50 + i) })),
    );
    await ended();
    expect(server.most).toBe(3);
    expect(server.mostPieces).toBe(2);
    expect(server.files.size).toBe(12);
  });

  it('waits while the server stores other files, with pieces of the same size', async () => {
    let refusals = 0;
    server.before = (what) => {
      if (what !== 'send' || refusals > 0) return;
      refusals += 1;
      throw new ApiError(503, 'unavailable', '', { retryAfter: 0.001 });
    };
    send('a.png', fileOf(5 * megabyte));
    await ended();
    expect(sent()).toEqual(['send 0+4000000', 'send 0+4000000', 'send 4000000+1000000']);
  });

  it('pauses, and continues from what the server has stored', async () => {
    server.after = (what) => {
      if (what === 'send' && sent().length === 1) queue.pauseAll();
    };
    send('a.png', fileOf(6 * megabyte));
    await ended();
    expect(states()).toEqual(['a.png paused']);
    expect(sent()).toHaveLength(1);
    queue.goOnAll();
    await until(() => queue.items[0]?.state === 'done');
    expect(sent()).toEqual(['send 0+4000000', 'send 4000000+2000000']);
  });

  it('frees the storage of a file that is given up', async () => {
    queue.add(folder, [{ path: 'a.png', file: fileOf(6 * megabyte) }]);
    await until(() => queue.items[0]?.state === 'sending');
    const removed = new Promise<void>((resolve) => {
      server.after = (what) => {
        if (what === 'remove') resolve();
      };
    });
    queue.giveUpAll();
    expect(queue.items).toEqual([]);
    await removed;
    expect(server.uploads.size).toBe(0);
    expect(server.files.size).toBe(0);
  });

  it('continues after a reload with the same file, and refuses a different one', async () => {
    send('a.png', fileOf(6 * megabyte));
    await until(() => sent().length === 1 && (queue.items[0]?.sent ?? 0) > 0);
    queue.forget();
    const upload = [...server.uploads.values()][0]?.upload;
    if (!upload) throw new Error('no upload');
    queue = newQueue();
    queue.goOnWith(upload, fileOf(6 * megabyte, 'other.png', 8));
    queue.goOnWith(upload, fileOf(5, 'small.png'));
    await ended();
    expect(queue.items.map(({ fault }) => fault?.code)).toEqual(['other_file', 'other_file']);
    queue.goOnWith(upload, fileOf(6 * megabyte));
    await ended();
    expect(queue.items.at(-1)?.state).toBe('done');
    expect(server.files.get('a.png')?.length).toBe(6 * megabyte);
  });

  it('restarts an upload that expired at the server', async () => {
    let isExpired = false;
    server.before = (what) => {
      if (what !== 'send' || isExpired) return;
      isExpired = true;
      server.uploads.clear();
    };
    send('a.png', fileOf(100));
    await ended();
    expect(states()).toEqual(['a.png done']);
    expect(server.log.filter((line) => line.startsWith('create'))).toHaveLength(2);
  });

  it('puts the same file of the same folder into the list once', async () => {
    send('a.png', fileOf(100));
    send('a.png', fileOf(100));
    await ended();
    expect(queue.items).toHaveLength(1);
  });
});
