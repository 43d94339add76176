import { Module } from '@nestjs/common';
import { BuildersRead } from './builders.read';
import { PersonRead } from './person.read';
import { TokenLastUsed } from './token-last-used';

/** Authenticates callers by their tokens. */
@Module({
  providers: [PersonRead, TokenLastUsed, BuildersRead],
  exports: [PersonRead, BuildersRead],
})
export class AccessModule {}
