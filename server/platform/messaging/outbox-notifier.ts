import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export const outboxChannel = 'commonlab_outbox';
const quietMs = 15;

/**
 * Wakes the relays after a commit. Never inside the transaction (a NOTIFY there makes all commits
 * queue at one lock), and at most once per interval: the relay takes all waiting events, so one
 * notification serves many. A lost notification delays events until the next slow poll and loses
 * none.
 */
@Injectable()
export class OutboxNotifier {
  private resting = false;
  private again = false;

  constructor(private readonly source: DataSource) {}

  notify(): void {
    if (this.resting) {
      this.again = true;
      return;
    }
    this.resting = true;
    void this.source.query(`SELECT pg_notify($1, '')`, [outboxChannel]).catch(() => undefined);
    setTimeout(() => {
      this.resting = false;
      if (this.again) {
        this.again = false;
        if (this.source.isInitialized) this.notify();
      }
    }, quietMs).unref();
  }
}
