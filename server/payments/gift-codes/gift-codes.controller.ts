import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { addGiftCodes, listGiftCodes } from '../../../contracts/payments/gift-codes/gift-codes';
import { CallerParam, type Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { IdempotencyKeyParam } from '../../platform/http/idempotency-key';
import { AddGiftCodes } from './add-gift-codes.command';
import { GiftCodesRead } from './gift-codes.read';

@Controller()
export class GiftCodesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly codes: GiftCodesRead,
  ) {}

  @Handles(addGiftCodes)
  async add(
    { file }: EndpointInput<typeof addGiftCodes>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: string | null,
  ) {
    if (!file) throw new DomainError('malformed_body');
    const added = await this.commands.execute(new AddGiftCodes(file, caller, key));
    return { ...(await this.codes.of(caller.person.account_id)), added };
  }

  @Handles(listGiftCodes)
  list(_: EndpointInput<typeof listGiftCodes>, @CallerParam() { person }: Caller) {
    return this.codes.of(person.account_id);
  }
}
