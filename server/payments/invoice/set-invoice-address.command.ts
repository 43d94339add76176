import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { InvoiceAddress } from '../../../contracts/payments/receipts/invoice-address';
import type { Caller } from '../../access/caller';
import { UnitOfWork } from '../../platform/db/unit-of-work';

/** Sets or deletes the caller's invoice address. */
export class SetInvoiceAddress extends Command<void> {
  constructor(
    readonly address: InvoiceAddress | null,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(SetInvoiceAddress)
export class SetInvoiceAddressHandler implements ICommandHandler<SetInvoiceAddress> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  execute({ address, caller }: SetInvoiceAddress): Promise<void> {
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        if (address === null)
          await tx.query(`DELETE FROM identity.invoice_address WHERE account_id = $1`, [
            account_id,
          ]);
        else
          await tx.query(
            `INSERT INTO identity.invoice_address (account_id, name, lines, country) VALUES ($1, $2, $3, $4)
             ON CONFLICT (account_id) DO UPDATE
               SET name = excluded.name, lines = excluded.lines, country = excluded.country`,
            [account_id, address.name, address.lines, address.country],
          );
      },
      { requestId: caller.request_id },
    );
  }
}
