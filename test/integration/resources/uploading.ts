import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ResourceFile, ResourceFolder } from '../../../contracts/resources/files';
import type { Upload } from '../../../contracts/resources/uploads';
import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function chunk(kind: string, content: Buffer): Buffer {
  const [length, checked] = [Buffer.alloc(4), Buffer.concat([Buffer.from(kind), content])];
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(checked));
  return Buffer.concat([length, checked, sum]);
}

/** Makes a new picture of exactly this number of bytes, at least 100. */
export function pngOf(bytes: number): Buffer {
  const around = [
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
    chunk('IDAT', Buffer.from('789c6300000001000155aa3a8f', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ] as const;
  const filled = chunk('prVt', randomBytes(bytes - Buffer.concat(around).length - 12));
  return Buffer.concat([around[0], around[1], filled, around[2], around[3]]);
}

export interface UploadAnswer<Body = UploadBody> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body;
}
/** An upload, or a refusal. */
type UploadBody = Partial<Upload> & {
  readonly code?: string;
  readonly description?: string;
  readonly reasons?: string[];
  readonly fields?: { path: string; code: string }[];
};
export interface UploadStart {
  readonly path: string;
  readonly folder_id?: string;
  readonly replace?: boolean;
  readonly bytes?: number;
  readonly sha256?: string;
}

/** Makes functions that send requests about uploads as one researcher. */
export function uploadRequestsOf(run: Pick<RunningApp, 'app'>, { headers }: TestPerson) {
  const ask = async <Body = UploadBody>(
    method: 'GET' | 'HEAD' | 'PATCH' | 'POST' | 'DELETE',
    url: string,
    { payload, more = {} }: { payload?: Buffer | object; more?: Record<string, string> } = {},
  ): Promise<UploadAnswer<Body>> => {
    const answer = await run.app.inject({
      method,
      url,
      headers: { ...headers, ...more },
      ...(payload && { payload }),
    });
    const body = (answer.payload === '' ? {} : JSON.parse(answer.payload)) as Body;
    return { status: answer.statusCode, headers: answer.headers, body };
  };
  const root = async (): Promise<string> => {
    const { body } = await ask<{ items: ResourceFolder[] }>('GET', '/api/folders/');
    return body.items[0]?._id ?? '';
  };
  const begin = async (content: Buffer, asked: UploadStart) =>
    ask('POST', '/api/uploads/', {
      payload: {
        folder_id: asked.folder_id ?? (await root()),
        bytes: content.length,
        sha256: sha256Of(content),
        ...asked,
      },
    });
  const send = (
    id: string,
    offset: number,
    piece: Buffer = Buffer.alloc(0),
    more: Record<string, string> = {},
  ) =>
    ask('PATCH', `/api/uploads/${id}/`, {
      payload: piece,
      more: {
        'content-type': 'application/partial-upload',
        'upload-offset': String(offset),
        ...more,
      },
    });
  const begun = async (content: Buffer, asked: UploadStart): Promise<string> => {
    const { body } = await begin(content, asked);
    if (body._id === undefined) throw new Error(JSON.stringify(body));
    return body._id;
  };
  return {
    ask,
    root,
    begin,
    begun,
    send,
    read: (id: string, method: 'GET' | 'HEAD' = 'GET') => ask(method, `/api/uploads/${id}/`),
    giveUp: (id: string) => ask('DELETE', `/api/uploads/${id}/`),
    list: async () => (await ask<{ items: Upload[] }>('GET', '/api/uploads/')).body.items,
    /** Makes a file that was uploaded in one piece. @returns its id */
    whole: async (content: Buffer, asked: UploadStart): Promise<string> => {
      const { body } = await send(await begun(content, asked), 0, content);
      if (typeof body.file_id !== 'string') throw new Error(JSON.stringify(body));
      return body.file_id;
    },
    file: async (id: string) => (await ask<ResourceFile>('GET', `/api/files/${id}/`)).body,
    folders: async () =>
      (await ask<{ items: ResourceFolder[] }>('GET', '/api/folders/')).body.items,
  };
}

/** Lists the files of unfinished uploads; each name begins with the id of its upload. */
export const incompleteUploadsIn = async (dataDir: string): Promise<string[]> =>
  readdir(join(dataDir, 'objects', 'arriving')).catch(() => []);
