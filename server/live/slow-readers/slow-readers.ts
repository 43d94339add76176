import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { runRepeatedly, type RepeatingTask } from '../../platform/concurrency/repeat';
import { redactedErrorMessageOf } from '../../platform/observability/redact-error';
import type { Logger } from '../../platform/observability/log';
import { LOG } from '../../platform/platform.module';
import type { LiveServer } from '../live-server';
import { SocketCounts } from '../limits/socket-counts';
import { isSlowReader, terminateConnection } from './unsent';

const everyMs = 1_000;

/** Disconnects, once a second, clients that do not read what is sent to them. */
@Injectable()
export class SlowReaderDisconnector implements OnApplicationShutdown {
  private looking: RepeatingTask | undefined;

  constructor(
    private readonly counts: SocketCounts,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  start(server: LiveServer): void {
    this.looking = runRepeatedly(() => Promise.resolve(this.look(server)), {
      everyMs,
      onError: (error) =>
        this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'slow readers'),
    });
  }

  onApplicationShutdown(): void {
    void this.looking?.stop();
  }

  /** @returns how many connections were ended. */
  look(server: LiveServer): number {
    const slow = [...server.sockets.sockets.values()].filter(isSlowReader);
    slow.forEach(terminateConnection);
    this.counts.tidy();
    return slow.length;
  }
}
