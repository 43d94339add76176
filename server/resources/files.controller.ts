import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import {
  addFileVersion,
  changeFile,
  copyFile,
  deleteFile,
  listFiles,
  listFileVersions,
  readFile,
} from '../../contracts/resources/files';
import { CallerParam, type Caller } from '../access/caller';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { DeleteResource } from './bin/delete-resource.command';
import { FilesRead } from './lists/files.read';
import { ChangeResource } from './tree/change-resource.command';
import { RemoveLocation } from './processing/remove-location.command';
import { CopyFile } from './tree/copy-file.command';
import { ReinstateVersion } from './tree/reinstate-version.command';

@Controller()
export class FilesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly files: FilesRead,
  ) {}

  @Handles(listFiles)
  list({ query }: EndpointInput<typeof listFiles>, @CallerParam() { person }: Caller) {
    return this.files.page(query, person.account_id);
  }

  @Handles(readFile)
  read({ params }: EndpointInput<typeof readFile>, @CallerParam() { person }: Caller) {
    return this.files.withUses(params.id, person.account_id);
  }

  @Handles(changeFile)
  async change({ params, body }: EndpointInput<typeof changeFile>, @CallerParam() caller: Caller) {
    const { folder_id, ...change } = body;
    await this.commands.execute(
      new ChangeResource(fileOf(params), { ...change, parent_id: folder_id }, caller),
    );
    return this.files.one(params.id, caller.person.account_id);
  }

  @Handles(deleteFile)
  async delete({ params, query }: EndpointInput<typeof deleteFile>, @CallerParam() caller: Caller) {
    await this.commands.execute(
      new DeleteResource(fileOf(params), query.for_good === true, caller),
    );
    return replyWithStatus(204);
  }

  @Handles(copyFile)
  async copy({ params, body }: EndpointInput<typeof copyFile>, @CallerParam() caller: Caller) {
    const id = await this.commands.execute(new CopyFile(params.id, body, caller));
    return this.files.one(id, caller.person.account_id);
  }

  @Handles(listFileVersions)
  async versions(
    { params }: EndpointInput<typeof listFileVersions>,
    @CallerParam() { person }: Caller,
  ) {
    return { items: await this.files.versions(params.id, person.account_id) };
  }

  @Handles(addFileVersion)
  async addVersion(
    { params, body }: EndpointInput<typeof addFileVersion>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(
      'without' in body
        ? new RemoveLocation(params.id, caller)
        : new ReinstateVersion(params.id, body.again, caller),
    );
    return this.files.one(params.id, caller.person.account_id);
  }
}

const fileOf = ({ id }: { id: string }) => ({ id, kind: 'file' }) as const;
