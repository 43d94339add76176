import { built } from './built.mjs';

/**
 * The product's own code that books payments (`atOnce` in one transaction), on a connection pool
 * with the product's settings.
 * @param {string} url
 */
export async function booking(url) {
  const { BookPayments, paymentsAtOnce } = built('server/payments/booking/book-payments');
  const { connect, databaseOptions } = built('server/platform/db/database');
  const { OutboxNotifier, UnitOfWork } = built('server/platform/db/unit-of-work');
  const { CommittedEvents } = built('server/platform/db/committed-events');
  const { Clock } = built('server/platform/concurrency/clock');
  const { capabilities } = built('server/contexts');
  const source = await connect(databaseOptions(url, capabilities.entities, 'commonlab-bench'));
  const unitOfWork = new UnitOfWork(source, new OutboxNotifier(source, new CommittedEvents()));
  const payments = new BookPayments(source, unitOfWork, new Clock());
  return { atOnce: paymentsAtOnce, book: () => payments.run(), stop: () => source.destroy() };
}
