import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Input } from '../../../contracts/endpoint';
import { proveOptions, proveSecondFactor } from '../../../contracts/second-factor';
import { DomainError } from '../../platform/errors';
import { Handles } from '../../platform/handles';
import { AccountRead } from '../account.read';
import { inWords } from '../enter';
import { TheVisitor, type Visitor } from '../signed-in.guard';
import { ProveOptions } from './prove-options.command';
import { ProveSecondFactor } from './prove-second-factor.command';

/** The second half of a sign-in, whatever the first half was. */
@Controller()
export class ProveController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountRead,
  ) {}

  @Handles(proveOptions)
  async options({ body }: Input<typeof proveOptions>, @TheVisitor() { request_id }: Visitor) {
    return { options: await this.commands.execute(new ProveOptions(body.challenge, request_id)) };
  }

  @Handles(proveSecondFactor)
  async prove(
    { body: { challenge, ...proof } }: Input<typeof proveSecondFactor>,
    @TheVisitor() { request_id }: Visitor,
  ) {
    const issued = await this.commands.execute(new ProveSecondFactor(challenge, proof, request_id));
    const user = await this.accounts.user(issued.account_id);
    if (!user) throw new DomainError('invalid_challenge'); // erased in between
    return { ...user, ...inWords(issued) };
  }
}
