import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requestReset, resetPassword } from '../../../contracts/authentication/passwords';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { KnownPlaces } from '../known-places/known-places';
import { BrowserCookieParam, type BrowserCookie } from '../known-places/the-browser';
import { RequestPasswordReset } from './request-reset.command';
import { ResetPassword } from './reset-password.command';
import { VisitorParam, type Visitor } from '../../access/caller';

@Controller()
export class PasswordController {
  constructor(
    private readonly commands: CommandBus,
    private readonly places: KnownPlaces,
  ) {}

  @Handles(requestReset)
  async request(
    { body }: EndpointInput<typeof requestReset>,
    @VisitorParam() { ip, request_id }: Visitor,
  ) {
    await this.commands.execute(new RequestPasswordReset(body.email, ip, request_id));
    return replyWithStatus(202);
  }

  @Handles(resetPassword)
  async reset(
    { body }: EndpointInput<typeof resetPassword>,
    @VisitorParam() { ip, request_id, hasLeft }: Visitor,
    @BrowserCookieParam() browser: BrowserCookie,
  ) {
    const { email, code, password } = body;
    const { account_id } = await this.commands.execute(
      new ResetPassword({ email, code, password }, ip, request_id, hasLeft),
    );
    // The browser of the person who received the code becomes a known place, so that the person can
    // sign in from there even while strangers guess the password.
    const account = { id: account_id, email, status: 'ACTIVE' } as const;
    await this.places.remember(account, ip, browser, false);
    return replyWithStatus(204);
  }
}
