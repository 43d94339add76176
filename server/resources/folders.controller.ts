import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import {
  addFolder,
  changeFolder,
  deleteFolder,
  listFolders,
} from '../../contracts/resources/files';
import { readSharing, shareFolder } from '../../contracts/resources/folder-sharing';
import { CallerParam, type Caller } from '../access/caller';
import { Handles, replyWithStatus } from '../platform/http/handles';
import { DeleteResource } from './bin/delete-resource.command';
import { FoldersRead } from './lists/folders.read';
import { ShareFolder } from './sharing/share-folder.command';
import { SharingRead } from './sharing/sharing.read';
import { AddFolder } from './tree/add-folder.command';
import { ChangeResource } from './tree/change-resource.command';

@Controller()
export class FoldersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly folders: FoldersRead,
    private readonly sharing: SharingRead,
  ) {}

  @Handles(listFolders)
  async list({ query }: EndpointInput<typeof listFolders>, @CallerParam() { person }: Caller) {
    const { account_id } = person;
    return {
      items: query.bin ? await this.folders.ofBin(account_id) : await this.folders.all(account_id),
    };
  }

  @Handles(addFolder)
  async add({ body }: EndpointInput<typeof addFolder>, @CallerParam() caller: Caller) {
    const id = await this.commands.execute(new AddFolder(body.parent_id, body.name, caller));
    return this.folders.own(id, caller.person.account_id);
  }

  @Handles(changeFolder)
  async change(
    { params, body }: EndpointInput<typeof changeFolder>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new ChangeResource(folderOf(params), body, caller));
    return this.folders.own(params.id, caller.person.account_id);
  }

  @Handles(deleteFolder)
  async delete(
    { params, query }: EndpointInput<typeof deleteFolder>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(
      new DeleteResource(folderOf(params), query.for_good === true, caller),
    );
    return replyWithStatus(204);
  }

  @Handles(readSharing)
  async readSharing(
    { params }: EndpointInput<typeof readSharing>,
    @CallerParam() { person }: Caller,
  ) {
    return { items: await this.sharing.of(params.id, person.account_id) };
  }

  @Handles(shareFolder)
  async share({ params, body }: EndpointInput<typeof shareFolder>, @CallerParam() caller: Caller) {
    await this.commands.execute(new ShareFolder(params.id, body.items, caller));
    return { items: await this.sharing.of(params.id, caller.person.account_id) };
  }
}

const folderOf = ({ id }: { id: string }) => ({ id, kind: 'folder' }) as const;
