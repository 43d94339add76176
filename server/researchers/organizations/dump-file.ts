import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Unzip, UnzipInflate } from 'fflate';

/**
 * Whether a file in an archive of the Research Organization Registry is the data dump as JSON in
 * schema 2. The archive also contains the data as CSV and, in older releases, in schema 1.
 */
const isDump = (name: string) =>
  /\.json$/i.test(name) && (/schema_v2/i.test(name) || !/(^|\/)v1\./i.test(name));

/**
 * Yields the JSON of a dump in chunks: from a JSON file, or from the released ZIP archive.
 * @throws Error if the file cannot be read, or if the archive is broken or contains no dump as JSON
 */
export async function* readDumpJson(path: string): AsyncGenerator<Uint8Array> {
  if (!(await isArchive(path))) {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
    return;
  }
  const pieces: Uint8Array[] = [];
  let failure: Error | undefined;
  let dump: string | undefined;
  const unzip = new Unzip((file) => {
    if (dump !== undefined || !isDump(file.name)) return;
    dump = file.name;
    file.ondata = (error, piece) => {
      if (error) failure = error;
      else pieces.push(piece);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  // Hand on each unpacked chunk before reading more: the unpacked archive may be larger than the
  // memory.
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    unzip.push(chunk);
    yield* pieces.splice(0);
    if (failure) throw failure;
  }
  unzip.push(new Uint8Array(0), true);
  yield* pieces.splice(0);
  if (failure) throw failure;
  if (dump === undefined) throw new Error('the archive holds no JSON of the registry’s schema 2');
}

async function isArchive(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\u0003\u0004';
  } finally {
    await file.close();
  }
}
