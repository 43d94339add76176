import { Controller, Inject, Param, Query, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Id } from '../../../contracts/base/fields';
import type { Input } from '../../../contracts/base/endpoint';
import * as payouts from '../../../contracts/payments/bank-payouts';
import { TheCaller, type Caller } from '../../access/caller';
import { CONFIG, type Config } from '../../config';
import { badField, DomainError } from '../../platform/errors/errors';
import { Handles } from '../../platform/http/handles';
import { TheIdempotencyKey } from '../../platform/http/idempotency-key';
import { Serves } from '../../platform/http/operation';
import { makeBatchFile } from './batch-file';
import { BatchLinesRead } from './batch-lines.read';
import { PayoutBatchRead } from './batch.read';
import { CreatePayoutBatch } from './create-payout-batch.command';
import { ForgetPayoutMethod } from './forget-payout-method.command';
import { KeepPayoutMethod } from './keep-payout-method.command';
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
  readMethod(_: Input<typeof payouts.readPayoutMethod>, @TheCaller() { person }: Caller) {
    return this.methods.of(person.account_id);
  }

  @Handles(payouts.savePayoutMethod)
  async keepMethod({ body }: Input<typeof payouts.savePayoutMethod>, @TheCaller() caller: Caller) {
    await this.commands.execute(new KeepPayoutMethod(body, caller));
    return this.methods.of(caller.person.account_id);
  }

  @Handles(payouts.deletePayoutMethod)
  async forgetMethod(
    _: Input<typeof payouts.deletePayoutMethod>,
    @TheCaller() caller: Caller,
  ): Promise<undefined> {
    await this.commands.execute(new ForgetPayoutMethod(caller));
  }

  @Handles(payouts.listPayoutBatches)
  list({ query }: Input<typeof payouts.listPayoutBatches>) {
    return this.batches.list(query);
  }

  @Handles(payouts.createPayoutBatch)
  async draw(
    { body }: Input<typeof payouts.createPayoutBatch>,
    @TheCaller() caller: Caller,
    @TheIdempotencyKey() key: string | null,
  ) {
    return this.batches.byId(
      await this.commands.execute(new CreatePayoutBatch(body.currency, caller, key)),
    );
  }

  @Handles(payouts.showPayoutBatch)
  async show(
    { params: { id } }: Input<typeof payouts.showPayoutBatch>,
    @TheCaller() caller: Caller,
  ) {
    const lines = await this.lines.show(id, 'page', caller, (batch) => [...batch.lines]);
    return { ...(await this.batches.byId(id)), lines };
  }

  @Handles(payouts.settlePayoutBatch)
  async settle(
    { params: { id }, body }: Input<typeof payouts.settlePayoutBatch>,
    @TheCaller() caller: Caller,
  ) {
    await this.commands.execute(new SettleBatch(id, body, caller));
    return this.batches.byId(id);
  }

  @Serves(payouts.payoutBatchFile)
  async file(
    @Param('id') id: string,
    @Query('format') format: string | undefined,
    @TheCaller() caller: Caller,
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
