import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  readAccountSecurity,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from '../../../contracts/authentication/second-factor';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { Clock } from '../../platform/concurrency/clock';
import { Handles, replyWithStatus } from '../../platform/http/handles';
import { CallerParam, type Caller } from '../../access/caller';
import { mustHaveSignedInRecently } from '../../access/recent-sign-in';
import { AddPasskey } from './add-passkey.command';
import { BeginPasskeyRegistration } from './begin-passkey.command';
import { BeginTotp } from './begin-totp.command';
import { ConfirmTotp } from './confirm-totp.command';
import { RemovePasskey } from './remove-passkey.command';
import { RemoveTotp } from './remove-totp.command';
import { RenewRecoveryCodes } from './renew-recovery-codes.command';
import { AccountSecurityRead } from './security.read';

@Controller()
export class SecondFactorController {
  constructor(
    private readonly commands: CommandBus,
    private readonly security: AccountSecurityRead,
    private readonly clock: Clock,
  ) {}

  @Handles(readAccountSecurity)
  read(_: EndpointInput<typeof readAccountSecurity>, @CallerParam() { person }: Caller) {
    return this.security.of(person);
  }

  @Handles(beginTotp)
  beginTotp(_: EndpointInput<typeof beginTotp>, @CallerParam() caller: Caller) {
    return this.commands.execute(new BeginTotp(caller.person, caller.request_id));
  }

  @Handles(confirmTotp)
  async confirmTotp({ body }: EndpointInput<typeof confirmTotp>, @CallerParam() caller: Caller) {
    return {
      recovery_codes: await this.commands.execute(
        new ConfirmTotp(caller.person, body.code, caller.request_id),
      ),
    };
  }

  @Handles(removeTotp)
  async removeTotp(_: EndpointInput<typeof removeTotp>, @CallerParam() caller: Caller) {
    mustHaveSignedInRecently(caller, this.clock.now());
    await this.commands.execute(new RemoveTotp(caller.person, caller.request_id));
    return replyWithStatus(204);
  }

  @Handles(beginPasskey)
  async beginPasskey(_: EndpointInput<typeof beginPasskey>, @CallerParam() caller: Caller) {
    return {
      options: await this.commands.execute(
        new BeginPasskeyRegistration(caller.person, caller.request_id),
      ),
    };
  }

  @Handles(addPasskey)
  addPasskey({ body }: EndpointInput<typeof addPasskey>, @CallerParam() caller: Caller) {
    return this.commands.execute(
      new AddPasskey(caller.person, body.name, body.response, caller.request_id),
    );
  }

  @Handles(removePasskey)
  async removePasskey(
    { params }: EndpointInput<typeof removePasskey>,
    @CallerParam() caller: Caller,
  ) {
    mustHaveSignedInRecently(caller, this.clock.now());
    await this.commands.execute(new RemovePasskey(caller.person, params.id, caller.request_id));
    return replyWithStatus(204);
  }

  @Handles(renewRecoveryCodes)
  async renew(_: EndpointInput<typeof renewRecoveryCodes>, @CallerParam() caller: Caller) {
    mustHaveSignedInRecently(caller, this.clock.now());
    return {
      recovery_codes: await this.commands.execute(
        new RenewRecoveryCodes(caller.person, caller.request_id),
      ),
    };
  }
}
