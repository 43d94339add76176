/**
 * @engines one: calls the functions of the worker itself (one test starts real workers, to check
 * that they receive the event of a new file), so it runs with only one kind of queue (Redis or
 * PostgreSQL)
 */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { FileFacts } from '../../../contracts/resources/file-facts';
import type { ResourceFileType } from '../../../contracts/resources/file-types';
import { minutes } from '../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { createLog } from '../../../server/platform/observability/log';
import { Storage } from '../../../server/platform/storage/storage';
import { FileVersionReader } from '../../../server/resources/processing/read-version';
import { ReadVersionsJob } from '../../../server/resources/processing/read-versions.job';
import { ReaderDied } from '../../../server/resources/processing/reader/reader-process';
import { ScanFailure } from '../../../server/resources/processing/scanner/clamd';
import { startApp, type RunningApp } from '../../support/app/app';
import { startTestWorkers } from '../../support/app/workers';
import { eventually } from '../../support/chance/wait';
import {
  infectedBytes,
  virusSignature,
  startFakeClamd,
  type FakeClamd,
} from '../../support/files/fake-clamd';
import { mp3Of, oggOf, wavOf } from '../../support/files/media';
import { makeResearcher, type TestPerson } from '../../support/people/people';
import { Inbox } from '../mail/inbox';
import { resourceRequestsOf, type ResourceRequests } from './resources-rig';

const inbox = new Inbox();
let run: RunningApp;
let clamd: FakeClamd;
let rig: ResourceRequests;
let owner: TestPerson;
beforeAll(async () => {
  clamd = await startFakeClamd();
  await inbox.start();
  // The file has its own application, with a virus scanner, and with tables in which a job finds
  // only the versions of these tests.
  run = await startApp({
    environment: { CLAMD_URL: clamd.url, SMTP_URL: inbox.url },
  });
  rig = resourceRequestsOf(run);
  owner = await makeResearcher(run.source);
});
afterAll(async () => {
  await run.close();
  await clamd.stop();
  await inbox.stop();
});
afterEach(() => void (clamd.behaviour = 'scans'));

let files = 0;
/** Makes a file as an upload leaves it: a worker has not read it yet. */
async function uploaded(
  content: Buffer,
  type: ResourceFileType,
  state: 'checking' | 'ready' = 'ready',
) {
  files += 1;
  const name = `file ${files}`;
  const id = await rig.file(owner, await rig.root(owner), name, {
    content,
    type,
    state,
    facts: null,
  });
  return { resource_id: id, number: 1 };
}
type Key = Awaited<ReturnType<typeof uploaded>>;
const read = (key: Key) => run.app.get(FileVersionReader).at(key);
async function rowOf({ resource_id, number }: Key) {
  const [row]: { state: string; facts: FileFacts | null; thumbnail_sha256: string | null }[] =
    await run.source.query(
      `SELECT state, facts, thumbnail_sha256 FROM research.resource_version WHERE resource_id = $1 AND number = $2`,
      [resource_id, number],
    );
  if (!row) throw new Error('no version');
  return row;
}
async function factsOf(content: Buffer, type: ResourceFileType) {
  const key = await uploaded(content, type);
  await read(key);
  return (await rowOf(key)).facts;
}
const picture = (width = 800, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });
const place = {
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '51/1 30/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '7/1 0/1 0/1',
  },
};

describe('A worker reads a file', () => {
  it('that is a picture: its size as shown, its location, and a small picture without the location', async () => {
    const key = await uploaded(
      await picture().withMetadata({ orientation: 6 }).withExif(place).jpeg().toBuffer(),
      'image/jpeg',
    );
    expect(await read(key)).toBe(true);
    const { facts, thumbnail_sha256 } = await rowOf(key);
    expect(facts).toEqual({ width: 400, height: 800, notes: ['location'] });
    const bytes = await run.app.get(Storage).bytes(thumbnail_sha256 ?? '');
    if (!bytes) throw new Error('no small picture');
    const small = await sharp(await buffer(bytes)).metadata();
    expect(small).toMatchObject({ format: 'webp', width: 160, height: 320 });
    expect(small.exif).toBeUndefined();
    expect(await read(key)).toBe(false);
  });

  it('that is an animated picture, or one that some browsers do not show', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) => picture(20, 20).tint(background).png().toBuffer()),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await factsOf(gif, 'image/gif')).toEqual({ width: 20, height: 20, notes: ['animated'] });
    const avif = await picture(20, 20).avif().toBuffer();
    expect(await factsOf(avif, 'image/avif')).toMatchObject({ notes: ['safari_old_avif'] });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>');
    expect(await factsOf(svg, 'image/svg+xml')).toEqual({ width: 30, height: 20, notes: [] });
  });

  it('that is a picture of 60,000 pixels, without decoding it', async () => {
    const key = await uploaded(bombOf(60_000), 'image/png');
    await read(key);
    expect(await rowOf(key)).toMatchObject({
      facts: { width: 60_000, height: 60_000, notes: ['too_many_pixels'] },
      thumbnail_sha256: null,
    });
  });

  it('that is a sound: its length and its codec', async () => {
    expect(await factsOf(wavOf({ bytes: 16_000 }), 'audio/wav')).toEqual({
      seconds: 2,
      codecs: ['PCM'],
      notes: [],
    });
    expect(await factsOf(mp3Of({ frames: 100 }), 'audio/mpeg')).toMatchObject({
      seconds: expect.closeTo(2.6, 1) as number,
      notes: [],
    });
  });

  it('that is a video: its length, its size and its codecs', async () => {
    const film = 'node_modules/jspsych-6/examples/video/sample_video.mp4';
    expect(await factsOf(await readFile(film), 'video/mp4')).toEqual({
      width: 1280,
      height: 720,
      seconds: expect.closeTo(13.5, 1) as number,
      codecs: expect.arrayContaining([expect.stringMatching(/avc|h264/)]) as string[],
      notes: [],
    });
  });

  it('that is a table: its columns and rows', async () => {
    const table = Buffer.from('\ufeffWort;Größe\r\n"Bär; groß";1\r\n\r\nMaus;2\r\n');
    expect(await factsOf(table, 'text/csv')).toEqual({
      rows: 2,
      columns: ['Wort', 'Größe'],
      notes: [],
    });
    expect(await factsOf(Buffer.from('a,b\tc\n1\t2\n'), 'text/tab-separated-values')).toEqual({
      rows: 1,
      columns: ['a,b', 'c'],
      notes: [],
    });
  });

  it('that cannot be read, or has nothing to read', async () => {
    const cut = (await picture().png().toBuffer()).subarray(0, 300);
    expect(await factsOf(Buffer.from('no picture'), 'image/png')).toEqual({
      notes: ['unreadable'],
    });
    expect(await factsOf(oggOf('broken'), 'audio/ogg')).toMatchObject({ notes: ['unreadable'] });
    expect(await factsOf(cut, 'image/png')).toMatchObject({ notes: ['unreadable'] });
    expect(await factsOf(Buffer.from('{}'), 'application/json')).toEqual({ notes: [] });
  });
});

describe('A file on which the reading process dies', () => {
  it('is marked as unreadable after the second time, and is not read again', async () => {
    const key = await uploaded(await picture().png().toBuffer(), 'image/png');
    let deaths = 0;
    const dying = {
      read: () => {
        deaths += 1;
        return Promise.reject(new ReaderDied());
      },
    };
    const { app, config, source } = run;
    const read = new FileVersionReader(
      config,
      source,
      app.get(UnitOfWork),
      app.get(Storage),
      dying,
    );
    expect(await read.at(key)).toBe(true);
    expect(await rowOf(key)).toMatchObject({ facts: { notes: ['unreadable'] } });
    expect([await read.at(key), deaths]).toEqual([false, 2]);
  });
});

/** Makes a PNG of a few bytes whose header claims a width and a height of `pixels`. */
function bombOf(pixels: number): Buffer {
  const png = Buffer.from(
    '89504e470d0a1a0a0000000d494844520000000100000001080000000000000000' +
      '0000000a49444154789c6300000001000155aa3a8f00000000' +
      '0000000049454e44ae426082',
    'hex',
  );
  png.writeUInt32BE(pixels, 16);
  png.writeUInt32BE(pixels, 20);
  return png;
}

describe('The virus scanner', () => {
  it('lets a file be used once it has found nothing', async () => {
    const key = await uploaded(wavOf(), 'audio/wav', 'checking');
    await read(key);
    expect(await rowOf(key)).toMatchObject({ state: 'ready', facts: { seconds: 1 } });
  });

  it('quarantines a file in which it has found something, and its owner gets a mail', async () => {
    const workers = await startTestWorkers(run, {
      environment: { CLAMD_URL: clamd.url },
    });
    try {
      const key = await uploaded(infectedBytes, 'text/plain', 'checking');
      const row = await eventually(
        () => rowOf(key),
        ({ state }) => state !== 'checking',
      );
      expect(row).toMatchObject({ state: 'quarantined', facts: { notes: [] } });
      const [mail] = await eventually(
        () => inbox.to(owner.email),
        (mails) => mails.length > 0,
      );
      expect(mail?.text).toContain(virusSignature);
      expect((await rig.one(owner, key.resource_id)).url).toBeNull();
    } finally {
      await workers.close();
    }
  });

  it.each(['closes', { most: 10 }] as const)(
    'does not change the state of a file while it cannot scan: %j',
    async (behaviour) => {
      clamd.behaviour = behaviour;
      const key = await uploaded(wavOf(), 'audio/wav', 'checking');
      await expect(read(key)).rejects.toThrow(ScanFailure);
      expect(await rowOf(key)).toMatchObject({ state: 'checking', facts: null });
      expect((await rig.one(owner, key.resource_id)).url).toBeNull();
      clamd.behaviour = 'scans';
      const job = new ReadVersionsJob(
        run.source,
        run.app.get(FileVersionReader),
        run.clock,
        createLog('silent', 'test'),
      );
      await job.run();
      expect(await rowOf(key)).toMatchObject({ state: 'checking' });
      run.clock.advance(minutes(6));
      await job.run();
      expect(await rowOf(key)).toMatchObject({ state: 'ready' });
    },
  );
});

describe('A picture without its location', () => {
  const without = (who: TestPerson, { resource_id }: Key) =>
    rig.told(who, 'post', `/api/files/${resource_id}/versions/`, { without: 'location' });

  it('becomes a further version with the same small picture, once', async () => {
    const content = await picture().withExif(place).jpeg().toBuffer();
    const key = await uploaded(content, 'image/jpeg');
    await read(key);
    expect(await Promise.all([without(owner, key), without(owner, key)])).toEqual(
      expect.arrayContaining([201]),
    );
    const [first, second] = [await rowOf(key), await rowOf({ ...key, number: 2 })];
    expect(second).toEqual({ ...first, facts: { width: 800, height: 400, notes: [] } });
    expect(await rig.versions(owner, key.resource_id)).toHaveLength(2);
    expect(await without(owner, key)).toBe('no_location');
  });

  it('is refused to people other than the owner, for other files, and before the scanner has answered', async () => {
    const told = await picture(30, 30).withExif(place).jpeg().toBuffer();
    const other = await makeResearcher(run.source);
    expect(await without(other, await uploaded(told, 'image/jpeg'))).toBe('not_found');
    expect(await without(owner, await uploaded(told, 'image/jpeg', 'checking'))).toBe(
      'still_checked',
    );
    expect(await without(owner, await uploaded(wavOf(), 'audio/wav'))).toBe('no_location');
  });
});
