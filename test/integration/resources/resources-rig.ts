import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileFacts } from '../../../contracts/resources/file-facts';
import type { ResourceFileType } from '../../../contracts/resources/file-types';
import type { FolderShare } from '../../../contracts/resources/folder-sharing';
import type {
  ResourceFile,
  ResourceFolder,
  ResourceUse,
  ResourceVersion,
} from '../../../contracts/resources/files';
import { nameComparisonKey } from '../../../contracts/resources/resource-name.rule';
import { timeOrderedId } from '../../../server/platform/db/ids';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { Storage } from '../../../server/platform/storage/storage';
import { addVersion } from '../../../server/resources/model/add-version';
import { unique } from '../../support/chance/unique';
import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';

export type FileWithUses = ResourceFile & { uses: ResourceUse[] };
export interface FilePage {
  items: ResourceFile[];
  next_cursor: string | null;
  count: number;
}
interface Content {
  content?: Buffer;
  type?: ResourceFileType;
  state?: ResourceFile['state'];
  facts?: FileFacts | null;
  /** The bytes of a small picture. */
  thumbnail?: Buffer;
}
type Method = 'get' | 'post' | 'put' | 'delete';

const read: FileFacts = { width: 4, height: 3, notes: [] };

/** Makes functions that send requests about resources, and that store files without an upload. */
export const resourceRequestsOf = (run: RunningApp) => {
  const call = async <Body>(who: TestPerson, method: Method, path: string, body?: object) => {
    const request = run.http()[method](path).set(who.headers);
    const answer = await (body ? request.send(body) : request);
    return { status: answer.status, body: answer.body as Body };
  };
  /**
   * Sends a request.
   * @returns the status of the answer, or the error code if the server refuses
   */
  const told = async (who: TestPerson, method: Method, path: string, body?: object) => {
    const answer = await call<{ code?: string }>(who, method, path, body);
    return answer.status < 400 ? answer.status : (answer.body.code ?? answer.status);
  };
  const ask = async <Body>(who: TestPerson, method: Method, path: string, body?: object) => {
    const answer = await call<Body>(who, method, path, body);
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const put = (content: Buffer) =>
    run.app
      .get(Storage)
      .put(Readable.from([content]), { type: 'application/octet-stream', maxBytes: 10_000_000 });

  const folders = async (who: TestPerson, query = '') =>
    (await ask<{ items: ResourceFolder[] }>(who, 'get', `/api/folders/${query}`)).items;
  const root = async (who: TestPerson) => (await folders(who))[0]?._id ?? '';

  /** Makes these bytes the newest version of a file, as an upload would. */
  const version = async (file: string, made: Content = {}) => {
    const { content = Buffer.from(unique()), type = 'text/plain', state = 'ready', facts } = made;
    const { sha256, size } = await put(content);
    const thumbnail = made.thumbnail ? (await put(made.thumbnail)).sha256 : null;
    const stored = { sha256, bytes: size, type, state, facts: facts === undefined ? read : facts };
    await run.app
      .get(UnitOfWork)
      .run((tx) =>
        addVersion(tx, file, { ...stored, thumbnail_sha256: thumbnail }, run.clock.now()),
      );
    return sha256;
  };
  /** @returns its id */
  const file = async (who: TestPerson, folder: string, name: string, made: Content = {}) => {
    const id = timeOrderedId();
    await run.source.query(
      `INSERT INTO research.resource (id, owner_id, parent_id, kind, name, name_key, newest, created_at, updated_at)
       VALUES ($1, $2, $3, 'file', $4, $5, 0, $6, $6)`,
      [id, who._id, folder, name, nameComparisonKey(name), run.clock.now()],
    );
    await version(id, made);
    return id;
  };
  /** Inserts an upload that is under way, and so has reserved the name. */
  const upload = (who: TestPerson, folder: string, name: string) =>
    run.source.query(
      `INSERT INTO research.resource_upload
         (id, owner_id, folder_id, name, name_key, bytes, sha256, replaces, state, expires_at)
       VALUES ($1, $2, $3, $4, $5, 10, $6, false, 'open', $7)`,
      [
        timeOrderedId(),
        who._id,
        folder,
        name,
        nameComparisonKey(name),
        randomBytes(32).toString('hex'),
        new Date(run.clock.now().getTime() + 3_600_000),
      ],
    );
  const list = (who: TestPerson, query: Record<string, string> = {}) =>
    ask<FilePage>(who, 'get', `/api/files/?${new URLSearchParams(query).toString()}`);

  return {
    call,
    told,
    ask,
    folders,
    root,
    version,
    file,
    upload,
    list,
    names: async (who: TestPerson, query: Record<string, string> = {}) =>
      (await list(who, query)).items.map(({ name }) => name),
    folder: async (who: TestPerson, name: string, parent?: string) =>
      (
        await ask<ResourceFolder>(who, 'post', '/api/folders/', {
          name,
          parent_id: parent ?? (await root(who)),
        })
      )._id,
    one: (who: TestPerson, id: string) => ask<FileWithUses>(who, 'get', `/api/files/${id}/`),
    versions: async (who: TestPerson, id: string) =>
      (await ask<{ items: ResourceVersion[] }>(who, 'get', `/api/files/${id}/versions/`)).items,
    changeFile: (who: TestPerson, id: string, change: object) =>
      told(who, 'put', `/api/files/${id}/`, change),
    changeFolder: (who: TestPerson, id: string, change: object) =>
      told(who, 'put', `/api/folders/${id}/`, change),
    deleteFile: (who: TestPerson, id: string, query = '') =>
      told(who, 'delete', `/api/files/${id}/${query}`),
    deleteFolder: (who: TestPerson, id: string, query = '') =>
      told(who, 'delete', `/api/folders/${id}/${query}`),
    copy: (who: TestPerson, id: string, folder: string, name?: string) =>
      call<ResourceFile & { code?: string }>(who, 'post', `/api/files/${id}/copies/`, {
        folder_id: folder,
        ...(name !== undefined && { name }),
      }),
    share: (who: TestPerson, folder: string, items: FolderShare[]) =>
      told(who, 'put', `/api/folders/${folder}/sharing/`, { items }),
  };
};
export type ResourceRequests = ReturnType<typeof resourceRequestsOf>;

export const permanentDeletionQuery = '?for_good=true';
