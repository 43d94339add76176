import { requireBuilt } from './require-built.mjs';

/**
 * Creates the product's service that books payments, on a connection pool with the product's
 * settings. One transaction books up to `atOnce` payments.
 * @param {string} url
 */
export async function createPaymentBooker(url) {
  const { BookPayments, mostPaymentsPerTransaction } = requireBuilt(
    'server/payments/booking/book-payments',
  );
  const { connect, databaseOptions } = requireBuilt('server/platform/db/database');
  const { OutboxNotifier, UnitOfWork } = requireBuilt('server/platform/db/unit-of-work');
  const { CommittedEvents } = requireBuilt('server/platform/db/committed-events');
  const { Clock } = requireBuilt('server/platform/concurrency/clock');
  const { capabilities } = requireBuilt('server/contexts');
  const source = await connect(databaseOptions(url, capabilities.entities, 'commonlab-bench'));
  const unitOfWork = new UnitOfWork(source, new OutboxNotifier(source, new CommittedEvents()));
  const payments = new BookPayments(source, unitOfWork, new Clock());
  return {
    atOnce: mostPaymentsPerTransaction,
    book: () => payments.run(),
    stop: () => source.destroy(),
  };
}
