import { Controller, Inject, Param, Query, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Id } from '../../../contracts/base/fields';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import * as payouts from '../../../contracts/payments/bank-payouts';
import { CallerParam, type Caller } from '../../access/caller';
import { CONFIG, type Config } from '../../config';
import { badField, DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { IdempotencyKeyParam } from '../../platform/http/idempotency-key';
import { Serves } from '../../platform/http/operation';
import { makeBatchFile } from './batch-file';
import { BatchLinesRead } from './batch-lines.read';
import { PayoutBatchRead } from './batch.read';
import { CreatePayoutBatch } from './create-payout-batch.command';
import { ForgetPayoutMethod } from './forget-payout-method.command';
import { StorePayoutMethod } from './keep-payout-method.command';
import { PayoutMethodRead } from './payout-method.read';
import { SettleBatch } from './settle-batch.command';

@Controller()
export class BankPayoutsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly methods: PayoutMethodRead,
    private readonly batches: PayoutBatchRead,
    private readonly lines: BatchLinesRead,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Handles(payouts.readPayoutMethod)
  readMethod(_: EndpointInput<typeof payouts.readPayoutMethod>, @CallerParam() { person }: Caller) {
    return this.methods.of(person.account_id);
  }

  @Handles(payouts.savePayoutMethod)
  async keepMethod(
    { body }: EndpointInput<typeof payouts.savePayoutMethod>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new StorePayoutMethod(body, caller));
    return this.methods.of(caller.person.account_id);
  }

  @Handles(payouts.deletePayoutMethod)
  async forgetMethod(
    _: EndpointInput<typeof payouts.deletePayoutMethod>,
    @CallerParam() caller: Caller,
  ): Promise<undefined> {
    await this.commands.execute(new ForgetPayoutMethod(caller));
  }

  @Handles(payouts.listPayoutBatches)
  list({ query }: EndpointInput<typeof payouts.listPayoutBatches>) {
    return this.batches.list(query);
  }

  @Handles(payouts.createPayoutBatch)
  async draw(
    { body }: EndpointInput<typeof payouts.createPayoutBatch>,
    @CallerParam() caller: Caller,
    @IdempotencyKeyParam() key: string | null,
  ) {
    return this.batches.byId(
      await this.commands.execute(new CreatePayoutBatch(body.currency, caller, key)),
    );
  }

  @Handles(payouts.readPayoutBatch)
  async show(
    { params: { id } }: EndpointInput<typeof payouts.readPayoutBatch>,
    @CallerParam() caller: Caller,
  ) {
    const lines = await this.lines.show(id, 'page', caller, (batch) => [...batch.lines]);
    return { ...(await this.batches.byId(id)), lines };
  }

  @Handles(payouts.settlePayoutBatch)
  async settle(
    { params: { id }, body }: EndpointInput<typeof payouts.settlePayoutBatch>,
    @CallerParam() caller: Caller,
  ) {
    await this.commands.execute(new SettleBatch(id, body, caller));
    return this.batches.byId(id);
  }

  @Serves(payouts.payoutBatchFile)
  async file(
    @Param('id') id: string,
    @Query('format') format: string | undefined,
    @CallerParam() caller: Caller,
  ): Promise<StreamableFile> {
    if (!Id.safeParse(id).success) throw new DomainError('not_found');
    const asked = payouts.PayoutFileFormat.safeParse(format ?? 'csv');
    if (!asked.success) throw badField('format', 'not_one_of');
    const { name, type, bytes } = await this.lines.show(id, asked.data, caller, (batch, now) =>
      makeBatchFile(id, batch, asked.data, this.config.payoutDebtor, now),
    );
    return new StreamableFile(bytes, {
      type,
      disposition: `attachment; filename="${name}"`,
      length: bytes.length,
    });
  }
}
