import { Module } from '@nestjs/common';
import { PersonRead } from './person.read';
import { MaybeSignedIn, Recognised, SignedIn, SignedInOrByKey } from './signed-in.guard';
import { TokenLastUsed } from './token-last-used';

const guards = [SignedIn, MaybeSignedIn, Recognised, SignedInOrByKey];

/** Who asks, by which token; the guards of the routes. */
@Module({
  providers: [PersonRead, TokenLastUsed, ...guards],
  exports: [PersonRead, ...guards],
})
export class AccessModule {}
