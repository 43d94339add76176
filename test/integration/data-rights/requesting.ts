import { strFromU8, unzipSync } from 'fflate';
import request from 'supertest';
import type { DataExport } from '../../../contracts/data-rights/data-rights';
import type { RunningApp } from '../../support/app/app';
import { eventually } from '../../support/chance/wait';

type Headers = { authorization: string };

/** Makes the requests of a person about copies of their data. */
export const exportRequestsOf = (run: RunningApp) => {
  const ask = (headers: Headers) => run.http().post('/api/exports/').set(headers);
  const list = async (headers: Headers) =>
    (await run.http().get('/api/exports/').set(headers).expect(200)).body as {
      items: DataExport[];
      next_cursor: null;
    };
  const one = async (headers: Headers, id: string) =>
    (await run.http().get(`/api/exports/${id}/`).set(headers).expect(200)).body as DataExport;
  const ready = (headers: Headers, id: string) =>
    eventually(
      () => one(headers, id),
      (copy) => copy.state === 'ready',
    );
  /** Downloads a file from the server of this test, whatever host the address names. */
  const fetchFile = (url: string) => {
    const { pathname, search } = new URL(url);
    return request(run.url)
      .get(`${pathname}${search}`)
      .buffer(true)
      .parse((answer, done) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => done(null, Buffer.concat(chunks)));
      });
  };
  const unpack = (zip: Buffer): Record<string, string> =>
    Object.fromEntries(
      Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]),
    );
  /** Requests a copy, waits for it, and downloads it. */
  const copyOf = async (headers: Headers): Promise<Record<string, string>> => {
    const { _id } = (await ask(headers).expect(202)).body as DataExport;
    const copy = await ready(headers, _id);
    const answer = await fetchFile(copy.download_url ?? '').expect(200);
    return unpack(answer.body as Buffer);
  };
  return { ask, list, one, ready, fetchFile, unpack, copyOf };
};
