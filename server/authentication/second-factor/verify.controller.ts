import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import {
  readPasskeyProofOptions,
  proveSecondFactor,
} from '../../../contracts/authentication/second-factor';
import { DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { AccountRead } from '../account.read';
import { signInResponseFields } from '../complete-sign-in';
import { VisitorParam, type Visitor } from '../../access/caller';
import { KnownPlaces } from '../known-places/known-places';
import { BrowserCookieParam, type BrowserCookie } from '../known-places/the-browser';
import { BeginPasskeyVerification } from './begin-passkey-verification.command';
import { VerifySecondFactor } from './verify-second-factor.command';

/** The calls for the second step of a sign-in. It is the same after every kind of first factor. */
@Controller()
export class VerifySecondFactorController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountRead,
    private readonly places: KnownPlaces,
  ) {}

  @Handles(readPasskeyProofOptions)
  async options(
    { body }: EndpointInput<typeof readPasskeyProofOptions>,
    @VisitorParam() { request_id }: Visitor,
  ) {
    return {
      options: await this.commands.execute(
        new BeginPasskeyVerification(body.challenge, request_id),
      ),
    };
  }

  @Handles(proveSecondFactor)
  async prove(
    { body: { challenge, ...proof } }: EndpointInput<typeof proveSecondFactor>,
    @VisitorParam() { ip, request_id }: Visitor,
    @BrowserCookieParam() browser: BrowserCookie,
  ) {
    const issued = await this.commands.execute(
      new VerifySecondFactor(challenge, proof, { ip, cookie: browser.sent }, request_id),
    );
    const user = await this.accounts.user(issued.account_id);
    if (!user) throw new DomainError('invalid_challenge'); // erased in between
    await this.places.remember({ ...user, id: user._id }, ip, browser, true);
    return { ...user, ...signInResponseFields(issued) };
  }
}
