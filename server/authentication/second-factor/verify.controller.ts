import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/base/endpoint';
import { proveOptions, proveSecondFactor } from '../../../contracts/authentication/second-factor';
import { DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { AccountRead } from '../account.read';
import { toWire } from '../complete-sign-in';
import { TheVisitor, type Visitor } from '../../access/caller';
import { KnownPlaces } from '../known-places/known-places';
import { TheBrowser, type Browser } from '../known-places/the-browser';
import { VerifyOptions } from './verify-options.command';
import { VerifySecondFactor } from './verify-second-factor.command';

/** The calls for the second step of a sign-in, which follows any first factor. */
@Controller()
export class VerifyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountRead,
    private readonly places: KnownPlaces,
  ) {}

  @Handles(proveOptions)
  async options({ body }: Input<typeof proveOptions>, @TheVisitor() { request_id }: Visitor) {
    return { options: await this.commands.execute(new VerifyOptions(body.challenge, request_id)) };
  }

  @Handles(proveSecondFactor)
  async prove(
    { body: { challenge, ...proof } }: Input<typeof proveSecondFactor>,
    @TheVisitor() { ip, request_id }: Visitor,
    @TheBrowser() browser: Browser,
  ) {
    const issued = await this.commands.execute(
      new VerifySecondFactor(challenge, proof, { ip, cookie: browser.sent }, request_id),
    );
    const user = await this.accounts.user(issued.account_id);
    if (!user) throw new DomainError('invalid_challenge'); // erased in between
    await this.places.remember({ ...user, id: user._id }, ip, browser, true);
    return { ...user, ...toWire(issued) };
  }
}
