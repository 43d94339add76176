import { Injectable } from '@nestjs/common';
import { minutes } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { BookPayments, hasUnbookedPaymentsSql } from './book-payments';

@Injectable()
export class BookPaymentsJob implements ScheduledJob {
  readonly name = 'book-payments';
  readonly everyMs = minutes(1);

  constructor(private readonly bookings: BookPayments) {}

  isDue(now: string): string {
    return hasUnbookedPaymentsSql(`(${now} AT TIME ZONE 'UTC')::date`);
  }

  run(): Promise<number> {
    return this.bookings.run();
  }
}
