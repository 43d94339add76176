/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadFiles } from './load-files';

/** How the server answers the next requests for a path; after these, it sends the file. */
const plans = new Map<string, ((answer: ServerResponse) => void)[]>();
const asked: string[] = [];
const contentOf = (path: string) => Buffer.alloc(1_000, path);
const server = createServer(({ url = '' }, answer) => {
  const path = decodeURIComponent(url.slice(1));
  asked.push(path);
  const plan = plans.get(path)?.shift();
  if (plan) return plan(answer);
  answer.setHeader('content-type', 'image/png');
  answer.end(contentOf(path));
});
let at = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  plans.clear();
  asked.length = 0;
});

const filesNamed = (...paths: string[]) => paths.map((path) => ({ path, bytes: 1_000 }));
const load = async (
  files: ReturnType<typeof filesNamed>,
  known = new Map<string, Blob>(),
  signal = new AbortController().signal,
  isReached = true,
) => {
  const told: number[] = [];
  const gone = await loadFiles(files, known, {
    addressOf: (path) => at + encodeURIComponent(path),
    tell: (bytes) => void told.push(bytes),
    isReached: () => Promise.resolve(isReached),
    signal,
    pauses: [1, 1],
    patienceMs: 200,
  });
  const why = Object.fromEntries(gone.map((one) => [one.path, one.why]));
  return { gone: gone.map(({ path }) => path), why, known, told };
};
const refused = (answer: ServerResponse) => answer.writeHead(503).end();
const cut = (answer: ServerResponse) => {
  answer.writeHead(200, { 'content-length': 1_000 });
  answer.write(Buffer.alloc(400), () => answer.destroy());
};
const silent = (answer: ServerResponse) => {
  answer.writeHead(200, { 'content-length': 1_000 });
  answer.write(Buffer.alloc(400));
};
/** Closes the connection without an answer, as if the browser had blocked the request. */
const blocked = (answer: ServerResponse) => void answer.socket?.destroy();
const short = (answer: ServerResponse) => answer.end(Buffer.alloc(400));

describe('the files of a study', () => {
  it('are loaded completely with their types, and each byte is counted once', async () => {
    const files = filesNamed('a.png', 'größe/b c.png', 'c', 'd', 'e', 'f');
    const { gone, known, told } = await load(files);
    expect(gone).toEqual([]);
    expect([...known.keys()].sort()).toEqual(files.map(({ path }) => path).sort());
    const blob = known.get('größe/b c.png');
    expect(blob?.type).toBe('image/png');
    expect(Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(
      contentOf('größe/b c.png'),
    );
    expect([told[0], told.at(-1)]).toEqual([0, 6_000]);
  });

  it.each([
    ['refused', refused],
    ['cut off', cut],
    ['stuck in the middle', silent],
    ['too short', short],
  ])('are requested again when one is %s twice', async (_, plan) => {
    plans.set('a', [plan, plan]);
    const { gone, told } = await load(filesNamed('a', 'b'));
    expect(gone).toEqual([]);
    expect(asked.filter((path) => path === 'a')).toHaveLength(3);
    // The bytes of failed tries are subtracted from the progress.
    expect(told.at(-1)).toBe(2_000);
    expect(Math.max(...told)).toBe(2_000);
  });

  it('are reported when one fails, and only that one is requested the next time', async () => {
    plans.set('b', [refused, short, cut]);
    const files = filesNamed('a', 'b', 'c');
    const first = await load(files);
    expect([first.gone, first.told.at(-1)]).toEqual([['b'], 2_000]);
    asked.length = 0;
    const second = await load(files, first.known);
    expect([second.gone, asked]).toEqual([[], ['b']]);
    expect([second.told[0], second.told.at(-1)]).toEqual([2_000, 3_000]);
  });

  it('are reported as blocked when none of their requests is answered but the server is reachable', async () => {
    const never = () => {
      plans.set('blocked', [blocked, blocked, blocked]);
      plans.set('refused', [blocked, refused, blocked]);
      plans.set('stuck', [blocked, silent, blocked]);
    };
    const files = filesNamed('a', 'blocked', 'refused', 'stuck');
    never();
    const { why } = await load(files);
    expect(why).toEqual({ blocked: 'blocked', refused: 'incomplete', stuck: 'incomplete' });
    never();
    const offline = await load(files, new Map(), new AbortController().signal, false);
    expect(new Set(Object.values(offline.why))).toEqual(new Set(['incomplete']));
  });

  it('are no longer requested when the run continues elsewhere', async () => {
    plans.set('a', [silent]);
    const elsewhere = new AbortController();
    const loading = load(filesNamed('a', 'b'), new Map(), elsewhere.signal);
    elsewhere.abort();
    await loading;
    expect(asked.filter((path) => path === 'a').length).toBeLessThanOrEqual(1);
  });
});
