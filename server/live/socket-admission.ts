import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { liveLimits } from '../../contracts/live/limits';
import type { ConnectionRefusal } from '../../contracts/live/live';
import { PersonRead } from '../access/person.read';
import { CONFIG, type Config } from '../config';
import { clientAddress } from './limits/client-address';
import type { LiveServer, LiveSocket } from './live-server';
import { SocketCounts } from './limits/socket-counts';

const tokenOf = (socket: LiveSocket): string | null => {
  const { token } = socket.handshake.auth;
  return typeof token === 'string' && token !== '' && token.length <= 200 ? token : null;
};

const tooMany = () => {
  const data: ConnectionRefusal = {
    code: 'too_many_requests',
    retry_after: liveLimits.liveReturnSeconds,
  };
  return Object.assign(new Error(data.code), { data });
};

/**
 * Decides whether a client may open a socket. Refuses a client with too many open connections, and
 * one with an invalid token.
 */
@Injectable()
export class SocketAdmission {
  private readonly addressOf: (request: IncomingMessage) => string;
  /**
   * For each connection that has not authenticated yet: the function that removes the connection
   * from the count of unauthenticated connections.
   */
  private readonly arriving = new WeakMap<object, () => void>();

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly counts: SocketCounts,
    private readonly people: PersonRead,
  ) {
    this.addressOf = clientAddress(config.trustedProxies);
  }

  guard(server: LiveServer): void {
    server.engine.on('connection', (conn: LiveSocket['conn']) => {
      const arrived = this.counts.arrive(this.addressOf(conn.request));
      if (!arrived) return conn.close(true);
      this.arriving.set(conn, arrived);
      conn.once('close', arrived);
    });
    server.use((socket, next) => {
      this.enter(socket).then(next, () => next(new Error('unavailable')));
    });
  }

  /**
   * Checks the token of a socket, and counts the socket under its account or network.
   * @returns why the socket is refused; undefined if it may stay
   */
  private async enter(socket: LiveSocket): Promise<Error | undefined> {
    const token = tokenOf(socket);
    const person = token === null ? null : await this.people.byToken(token);
    if (person === undefined) return new Error('unauthenticated');
    const { conn } = socket;
    const place = person
      ? { account: person.account_id }
      : { address: this.addressOf(conn.request) };
    socket.data = { person, token, place };
    const left = this.counts.enter(place);
    if (!left) return tooMany();
    // If the connection was lost meanwhile, no `close` event will come any more, so it is removed
    // from the count here.
    if (conn.readyState !== 'open') left();
    else conn.once('close', left);
    this.arriving.get(conn)?.();
    return undefined;
  }
}
