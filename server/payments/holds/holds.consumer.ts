import { Injectable } from '@nestjs/common';
import type { EventConsumer } from '../../platform/messaging/consumer';
import { ReleaseHolds } from './release-holds';

/**
 * Returns money to the wallet after a session is closed: the part that no participant can claim any
 * more.
 */
@Injectable()
export class HoldsConsumer implements EventConsumer {
  readonly name = 'session-holds';
  readonly concurrency = 2;

  constructor(private readonly holds: ReleaseHolds) {}

  readonly on = {
    'enrolment.session-closed': ({ data }) => this.holds.release(data.session_id),
  } satisfies EventConsumer['on'];
}
