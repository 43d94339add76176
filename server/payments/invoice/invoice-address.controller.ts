import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import * as contract from '../../../contracts/payments/receipts/invoice-address';
import { CallerParam, type Caller } from '../../access/caller';
import { Handles } from '../../platform/http/handles';
import { invoiceAddressOf } from './invoice-address';
import { SetInvoiceAddress } from './set-invoice-address.command';

@Controller()
export class InvoiceAddressController {
  constructor(
    private readonly source: DataSource,
    private readonly commands: CommandBus,
  ) {}

  @Handles(contract.readInvoiceAddress)
  async read(
    _input: EndpointInput<typeof contract.readInvoiceAddress>,
    @CallerParam() { person }: Caller,
  ) {
    return { address: await invoiceAddressOf(this.source, person.account_id) };
  }

  @Handles(contract.saveInvoiceAddress)
  async keep(
    { body }: EndpointInput<typeof contract.saveInvoiceAddress>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new SetInvoiceAddress(body, caller));
    return { address: body };
  }

  @Handles(contract.deleteInvoiceAddress)
  async forget(
    _input: EndpointInput<typeof contract.deleteInvoiceAddress>,
    @CallerParam() caller: Caller,
  ): Promise<undefined> {
    await this.commands.execute(new SetInvoiceAddress(null, caller));
  }
}
