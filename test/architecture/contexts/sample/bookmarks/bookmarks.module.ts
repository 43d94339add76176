import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AddBookmarkHandler } from './add-bookmark.command';

@Module({ imports: [CqrsModule], providers: [AddBookmarkHandler] })
export class BookmarksModule {}
