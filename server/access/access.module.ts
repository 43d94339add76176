import { Module } from '@nestjs/common';
import { StudentBuildersRead } from './builders.read';
import { PersonRead } from './person.read';
import { TokenLastUsed } from './token-last-used';

/** Authenticates callers by their tokens. */
@Module({
  providers: [PersonRead, TokenLastUsed, StudentBuildersRead],
  exports: [PersonRead, StudentBuildersRead],
})
export class AccessModule {}
