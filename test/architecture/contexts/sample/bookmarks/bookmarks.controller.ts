import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../../../contracts/base/endpoint';
import { CallerParam, type Caller } from '../../../../../server/access/caller';
import { Handles } from '../../../../../server/platform/http/handles';
import { AddBookmark } from './add-bookmark.command';
import { addBookmark } from './bookmarks.contract';

@Controller()
export class BookmarksController {
  constructor(private readonly commands: CommandBus) {}

  @Handles(addBookmark)
  async add(
    { body }: EndpointInput<typeof addBookmark>,
    @CallerParam() { person, request_id }: Caller,
  ) {
    const { id, created_at } = await this.commands.execute(
      new AddBookmark(person.account_id, body.study_id, request_id),
    );
    return { _id: id, study_id: body.study_id, created_at: created_at.toISOString() };
  }
}
