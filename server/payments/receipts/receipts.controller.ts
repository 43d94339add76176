import { Controller, Param, Query, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import { limits } from '../../../contracts/base/limits';
import {
  ReceiptNumber,
  type ReceiptType,
} from '../../../contracts/payments/receipts/receipt-number';
import { readDisbursementLogNames } from '../../../contracts/payments/receipts/log-names';
import * as contract from '../../../contracts/payments/receipts/receipts';
import { CallerParam, VisitorParam, type Caller, type Visitor } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { contentDispositionOf } from '../../platform/http/files/disposition';
import { Handles } from '../../platform/http/handles';
import { Serves } from '../../platform/http/operation';
import { RateLimit } from '../../platform/security/rate-limit';
import { paymentsRateLimits } from '../payments.rate-limits';
import { IssueReceipt } from './issue-receipt.command';
import { DisbursementLogNamesRead } from './log-names.read';
import { writePdf } from './pdf/write-pdf';
import { ReceiptsRead } from './receipts.read';
import { RefundsRead } from './refunds.read';

@Controller()
export class ReceiptsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly receipts: ReceiptsRead,
    private readonly names: DisbursementLogNamesRead,
    private readonly refunds: RefundsRead,
    private readonly limit: RateLimit,
  ) {}

  @Handles(contract.readReceipt)
  read(
    { params, query }: EndpointInput<typeof contract.readReceipt>,
    @CallerParam() caller: Caller,
  ): Promise<contract.Receipt> {
    return this.receipt(params, query.number, caller);
  }

  @Serves(contract.receiptPdf)
  async pdf(
    @Param() given: unknown,
    @Query('number') number: string | undefined,
    @CallerParam() caller: Caller,
  ): Promise<StreamableFile> {
    const params = contract.ReceiptParams.safeParse(given);
    const former = ReceiptNumber.optional().safeParse(number);
    if (!params.success || !former.success) throw new DomainError('not_found');
    const receipt = await this.receipt(params.data, former.data, caller);
    const { number: name } = contract.ReceiptBody.parse(JSON.parse(receipt.file.receipt));
    return new StreamableFile(await writePdf(receipt, caller.language), {
      type: 'application/pdf',
      disposition: contentDispositionOf('attachment', `${name}.pdf`),
    });
  }

  @Handles(readDisbursementLogNames)
  openNames(
    { params, query }: EndpointInput<typeof readDisbursementLogNames>,
    @CallerParam() caller: Caller,
  ) {
    return this.names.open(params.id, query.number, caller);
  }

  @Handles(contract.readReceiptKeys)
  keys() {
    return this.receipts.keys();
  }

  @Handles(contract.verifyReceipt)
  async verify(
    { body }: EndpointInput<typeof contract.verifyReceipt>,
    @VisitorParam() { ip }: Visitor,
  ) {
    await this.limit.consume(paymentsRateLimits.receiptCheck, ip);
    return this.receipts.verdict(body);
  }

  @Handles(contract.listRefunds)
  list({ query }: EndpointInput<typeof contract.listRefunds>, @CallerParam() { person }: Caller) {
    return this.refunds.list(person.account_id, query.limit ?? limits.pageSize, query.cursor);
  }

  private async receipt(
    { type, id }: { type: ReceiptType; id: string },
    number: string | undefined,
    caller: Caller,
  ): Promise<contract.Receipt> {
    const stored =
      number === undefined
        ? await this.commands.execute(new IssueReceipt(type, id, caller))
        : await this.receipts.byNumber({ type, id }, number, caller.person.account_id);
    return this.receipts.view(stored, id, caller.person);
  }
}
