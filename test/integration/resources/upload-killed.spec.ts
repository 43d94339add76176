/**
 * @lane slow: kills the server repeatedly
 * @long: `npm test -- long` kills it at more moments
 * @engines one: uses no queue, so it runs with only one kind of queue (Redis or PostgreSQL)
 */
import type { Upload } from '../../../contracts/resources/uploads';
import { resourcesLimits } from '../../../contracts/resources/limits';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import {
  endPrograms,
  portOf,
  startServerProgram,
  type StartedProgram,
} from '../../support/app/programs';
import { printSeededRandom } from '../../support/chance/seeded';
import { makePeople, researcherOptions, type TestPerson } from '../../support/people/people';
import { incompleteUploadsIn, pngOf, sha256Of, uploadRequestsOf } from './uploading';

/** How often the server is killed; `npm test -- long` does it twenty times. */
const moments = Number(process.env.KILL_MOMENTS ?? 1);
/** How many people upload at the same time, so that a kill interrupts uploads at several points. */
const uploaders = 4;
const piece = resourcesLimits.pieceBytesLeast;

describe('A server that is killed while files arrive', () => {
  const chance = printSeededRandom('the moments of the kills of uploads');
  let run: RunningApp;
  let dataDir: string;
  const programs: StartedProgram[] = [];
  beforeAll(async () => {
    run = await sharedApp();
    dataDir = run.engines.dataDir;
  });
  afterAll(async () => {
    await endPrograms(programs);
    await run.close();
  });

  it(
    'loses no file and doubles none: each becomes one file with its bytes',
    async () => {
      const start = async (port?: number) => {
        const server = await startServerProgram(run.engines, {
          ...(port !== undefined && { port }),
        });
        programs.push(server);
        return server;
      };
      const first = await start();
      /** The server that runs, or the one that is starting in its place. */
      let server = Promise.resolve(first);
      let { url } = first;
      const leftBefore = new Set(await incompleteUploadsIn(dataDir));
      let [requests, kills] = [0, 0];
      const between = 16;
      let next = chance.int(between);
      const killAtIts = () => {
        if (requests++ !== next || kills === moments) return;
        kills += 1;
        next = kills * between + chance.int(between);
        const isLast = kills === moments;
        server = server.then(async (one) => {
          for (let turns = chance.int(60); turns > 0; turns--)
            await new Promise((turn) => setImmediate(turn));
          await one.kill();
          if (!isLast) return start(portOf(one));
          // The application of the test is another server on the same database and folder.
          ({ url } = run);
          return one;
        });
      };
      /**
       * Repeats a request while the server is down or answers 503. If the server answers 409, reads
       * the state of the upload.
       */
      const ask = async (person: TestPerson, path: string, init: RequestInit): Promise<Upload> => {
        for (;;) {
          const headers = { ...person.headers, ...(init.headers as object) };
          const answering = fetch(`${url}${path}`, { ...init, headers }).then(
            async (answer) => ({ status: answer.status, body: (await answer.json()) as Upload }),
            () => undefined,
          );
          killAtIts();
          const answer = await answering;
          if (answer && answer.status < 300) return answer.body;
          if (answer && ![409, 503].includes(answer.status))
            throw new Error(JSON.stringify(answer.body));
          if (answer?.status === 409) return ask(person, path, { method: 'GET' });
          await server;
        }
      };
      const upload = async (person: TestPerson, folder_id: string, name: string) => {
        const content = pngOf(4 * piece - 1_000);
        const asked = { folder_id, path: name, bytes: content.length, sha256: sha256Of(content) };
        let state = await ask(person, '/api/uploads/', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(asked),
        });
        while (!state.complete) {
          const at = state.stored_bytes;
          state = await ask(person, `/api/uploads/${state._id}/`, {
            method: 'PATCH',
            headers: { 'Content-Type': 'application/partial-upload', 'Upload-Offset': String(at) },
            body: new Uint8Array(content.subarray(at, at + piece)),
          });
        }
        return { person, content, file: state.file_id ?? '' };
      };

      const people = await makePeople(run.source, uploaders, researcherOptions);
      const uploads = await Promise.all(
        people.map(async (person) => {
          const root = await uploadRequestsOf(run, person).root();
          const files = [];
          for (let n = 0; n < moments; n++) files.push(await upload(person, root, `${n}/a.png`));
          return files;
        }),
      );
      await server;
      expect(kills).toBe(moments);
      for (const { person, content, file } of uploads.flat()) {
        const own = uploadRequestsOf(run, person);
        expect(await own.list()).toEqual([]);
        const { url: address, version } = await own.file(file);
        expect(version).toBe(1);
        const { pathname, search } = new URL(address ?? '');
        const answer = await run.app.inject({ method: 'GET', url: pathname + search });
        expect(sha256Of(answer.rawPayload)).toBe(sha256Of(content));
      }
      // If the server is killed right after it has made the file, the uploaded copy is left for the
      // sweep.
      const left = (await incompleteUploadsIn(dataDir)).filter((name) => !leftBefore.has(name));
      expect(left.length).toBeLessThanOrEqual(moments * people.length);
    },
    // Time limit: starts and kills programs.
    60_000 + moments * 20_000,
  );
});
