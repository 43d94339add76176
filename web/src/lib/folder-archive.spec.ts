import { TextEncoder as NodeEncoder } from 'node:util';
import { unzipSync } from 'fflate';
import {
  totalBytesOf,
  filesOfDroppedFolder,
  filesOfPickedFolder,
  zipFolder,
} from './folder-archive';

// jsdom has no TextEncoder.
beforeAll(() => Object.assign(globalThis, { TextEncoder: NodeEncoder }));

const picked = (path: string, text: string) =>
  Object.defineProperty(new File([text], path.split('/').at(-1) ?? ''), 'webkitRelativePath', {
    value: path,
  });
const readable = (text: string): Blob =>
  Object.assign(new Blob([text]), {
    arrayBuffer: () => Promise.resolve(new Uint8Array(Buffer.from(text)).buffer),
  });
const bytesIn = (blob: Blob) =>
  new Promise<Uint8Array>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

/** A folder that, as in browsers, returns its entries a few at a time. */
function folder(name: string, entries: readonly unknown[], atATime = 2): FileSystemDirectoryEntry {
  const createReader = () => {
    const left = [...entries];
    return { readEntries: (give: (some: unknown[]) => void) => give(left.splice(0, atATime)) };
  };
  return { name, isDirectory: true, createReader } as unknown as FileSystemDirectoryEntry;
}
const file = (name: string) => ({
  name,
  isDirectory: false,
  file: (give: (one: File) => void) => give(new File(['x'], name)),
});

describe('a folder with an experiment', () => {
  it('that was picked becomes a list of files without the folder’s own name and without hidden folders', () => {
    const files = filesOfPickedFolder([
      picked('task/index.html', 'abc'),
      picked('task/img/a.png', 'de'),
      picked('task/.git/objects/aa', 'large'),
    ]);
    expect(files.map(({ path }) => path)).toEqual(['index.html', 'img/a.png']);
    expect(totalBytesOf(files)).toBe(5);
  });

  it('that was dropped becomes a list of all files, even if the browser returns a few at a time', async () => {
    const all = folder('task', [
      file('index.html'),
      folder('img', [file('a.png'), file('b.png'), file('c.png')]),
      folder('.git', [file('config')]),
      file('z.js'),
    ]);
    expect((await filesOfDroppedFolder(all)).map(({ path }) => path)).toEqual([
      ...['index.html', 'img/a.png', 'img/b.png', 'img/c.png', 'z.js'],
    ]);
  });

  it('is packed into an archive with the same bytes', async () => {
    const archive = await zipFolder(
      [
        { path: 'index.html', file: readable('<title>Wörter</title>') },
        { path: 'img/ä.svg', file: readable('') },
      ],
      'task',
    );
    expect(archive.name).toBe('task.zip');
    const found = unzipSync(await bytesIn(archive));
    expect(Object.keys(found)).toEqual(['index.html', 'img/ä.svg']);
    expect(Buffer.from(found['index.html'] ?? []).toString()).toBe('<title>Wörter</title>');
  });
});
