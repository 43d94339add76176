import { Module } from '@nestjs/common';
import { PersonRead } from './person.read';
import { TokenLastUsed } from './token-last-used';

/** Who asks, by which token. */
@Module({
  providers: [PersonRead, TokenLastUsed],
  exports: [PersonRead],
})
export class AccessModule {}
