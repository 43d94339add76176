import type { StudyVersion } from '../../../../contracts/study-files/study-files';
import type { RunningApp } from '../../../support/app/launch-app';
import { zipFiles } from '../../../support/files/zip';
import type { TestPerson } from '../../../support/people/people';
import { versionRequestsOf } from '../../study-files/own-files';
import { makeConsent } from '../../studies/fixtures';
import { uploadRequestsOf } from '../uploading';
import type { ResourceAct, FileChoice } from './acts';

interface Answer {
  readonly status: number;
  readonly body: { readonly _id?: string; readonly code?: string };
}
export interface ActOutcome {
  readonly act: ResourceAct;
  /** `done`, or the code of a refusal. */
  readonly outcome: string;
}

/** Performs acts by calls to the product. */
export class FilesUnderTest {
  constructor(
    private readonly run: RunningApp,
    private readonly people: ReadonlyMap<string, TestPerson>,
    private readonly contents: ReadonlyMap<string, Buffer>,
  ) {}

  /**
   * Performs the act.
   * @returns the act with the ids of what it made
   */
  async take(act: ResourceAct): Promise<ActOutcome> {
    if (act.kind === 'copy study') return this.copyStudy(act);
    const { status, body } = await this.ask(act);
    if (status >= 400) return { act, outcome: body.code ?? String(status) };
    return { act: 'made' in act ? { ...act, made: body._id ?? '' } : act, outcome: 'done' };
  }

  private ask(act: Exclude<ResourceAct, { kind: 'copy study' }>): Promise<Answer> {
    const call = this.callsOf(act.who);
    switch (act.kind) {
      case 'upload':
        return this.upload(act);
      case 'add folder':
        return call('post', '/api/folders/', { parent_id: act.folder, name: act.name });
      case 'change':
        return this.change(act);
      case 'delete':
        return this.eitherKind(act.who, act.id, (at) =>
          call('delete', `${at}${act.forGood ? '?for_good=true' : ''}`),
        );
      case 'copy':
        return call('post', `/api/files/${act.id}/copies/`, {
          folder_id: act.folder,
          ...(act.name !== undefined && { name: act.name }),
        });
      case 'reinstate':
        return call('post', `/api/files/${act.id}/versions/`, { again: act.number });
      case 'share':
        return call('put', `/api/folders/${act.folder}/sharing/`, {
          items: act.may ? [{ study_id: act.study, may: act.may }] : [],
        });
      case 'take':
        return call('post', `/api/studies/${act.study}/resources/`, {
          base: act.base,
          resources: act.files.map(sent),
        });
      case 'beside':
        return call('post', `/api/studies/${act.study}/timeline/resources/`, {
          resources: act.files.map(sent),
        });
      case 'take away':
        return call(
          'delete',
          `/api/studies/${act.study}/timeline/files/?path=${encodeURIComponent(act.path)}`,
        );
      case 'archive':
        return this.archive(act);
      case 'choose':
        return this.choose(act);
      case 'launch':
        return this.launch(act);
      case 'delete version':
        return call('delete', `/api/studies/${act.study}/versions/${act.version}/`);
    }
  }

  private person(id: string): TestPerson {
    const person = this.people.get(id);
    if (!person) throw new Error('no such person');
    return person;
  }
  private callsOf(who: string) {
    const { headers } = this.person(who);
    return async (
      method: 'get' | 'post' | 'put' | 'delete',
      path: string,
      body?: object,
    ): Promise<Answer> => {
      const request = this.run.http()[method](path).set(headers);
      return body ? request.send(body) : request;
    };
  }

  /**
   * Makes a call at the address of a file or of a folder. An act contains only an id, and not its
   * kind.
   */
  private async eitherKind(
    who: string,
    id: string,
    call: (at: string) => Promise<Answer>,
  ): Promise<Answer> {
    const [row]: { kind: string }[] = await this.run.source.query(
      `SELECT kind FROM research.resource WHERE id = $1`,
      [id],
    );
    return call(`/api/${row?.kind === 'folder' ? 'folders' : 'files'}/${id}/`);
  }

  private change({ who, id, name, folder, back }: Extract<ResourceAct, { kind: 'change' }>) {
    return this.eitherKind(who, id, (at) =>
      this.callsOf(who)('put', at, {
        ...(name !== undefined && { name }),
        ...(folder !== undefined && {
          [at.includes('folders') ? 'parent_id' : 'folder_id']: folder,
        }),
        ...(back && { deleted: false }),
      }),
    );
  }

  /** Follows the protocol of uploads: the bytes are sent unless the person has them already. */
  private async upload(act: Extract<ResourceAct, { kind: 'upload' }>): Promise<Answer> {
    const { begin, send } = uploadRequestsOf(this.run, this.person(act.who));
    const content = this.contentOf(act.hash);
    const { folder: folder_id, name: path, replace } = act;
    const begun = await begin(content, { folder_id, path, replace });
    const { _id = '', complete } = begun.body;
    const answer = begun.status < 400 && !complete ? await send(_id, 0, content) : begun;
    const { file_id, code } = answer.body;
    return {
      status: answer.status,
      body: { ...(file_id && { _id: file_id }), ...(code !== undefined && { code }) },
    };
  }
  private contentOf(hash: string): Buffer {
    const content = this.contents.get(hash);
    if (!content) throw new Error('no such content');
    return content;
  }

  private async archive({ study, who, files }: Extract<ResourceAct, { kind: 'archive' }>) {
    const entries = files.map(([path, hash]) => [path, this.contentOf(hash)] as const);
    const archive = zipFiles(Object.fromEntries(entries));
    return (await versionRequestsOf(this.run).upload(study, this.person(who), archive)) as Answer;
  }

  private choose({ study, who, version }: { study: string; who: string; version: string }) {
    const runtime = versionRequestsOf(this.run).hosted({ _id: version } as StudyVersion);
    return this.callsOf(who)('put', `/api/studies/${study}/`, { runtime });
  }

  private async launch({ study, who }: { study: string; who: string }): Promise<Answer> {
    const call = this.callsOf(who);
    const made = await call('post', `/api/studies/${study}/sessions/`, { capacity: 3 });
    if (made.status >= 400) return made;
    return call('put', `/api/sessions/${made.body._id}/`, { state: 'active' });
  }

  private async copyStudy(act: Extract<ResourceAct, { kind: 'copy study' }>): Promise<ActOutcome> {
    const call = this.callsOf(act.who);
    const { status, body } = await call('post', `/api/studies/${act.study}/copies/`);
    if (status >= 400) return { act, outcome: body.code ?? String(status) };
    const made = body._id ?? '';
    await makeConsent(this.run, this.person(act.who), made);
    const versions = await call('get', `/api/studies/${made}/versions/`);
    const [version] = (versions.body as { items?: StudyVersion[] }).items ?? [];
    return { act: { ...act, made, madeVersion: version?._id ?? '' }, outcome: 'done' };
  }
}

const sent = ({ path, id, number }: FileChoice) => ({
  path,
  file_id: id,
  ...(number !== undefined && { version: number }),
});
