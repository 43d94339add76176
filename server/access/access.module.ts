import { Module } from '@nestjs/common';
import { PersonRead } from './person.read';
import { TokenLastUsed } from './token-last-used';

/** Authenticates callers by their tokens. */
@Module({
  providers: [PersonRead, TokenLastUsed],
  exports: [PersonRead],
})
export class AccessModule {}
