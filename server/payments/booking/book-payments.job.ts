import { Injectable } from '@nestjs/common';
import { minutes } from '../../platform/concurrency/clock';
import type { Job } from '../../platform/messaging/consumer';
import { BookPayments, hasUnbookedSql } from './book-payments';

@Injectable()
export class BookPaymentsJob implements Job {
  readonly name = 'book-payments';
  readonly everyMs = minutes(1);

  constructor(private readonly bookings: BookPayments) {}

  isDue(now: string): string {
    return hasUnbookedSql(`(${now} AT TIME ZONE 'UTC')::date`);
  }

  run(): Promise<number> {
    return this.bookings.run();
  }
}
