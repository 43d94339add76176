import { Inject, Injectable } from '@nestjs/common';
import { liveLimits } from '../../../contracts/live/limits';
import { CONFIG, type Config } from '../../config';
import { rateLimitFactorOf, type CampusNetwork } from '../../environment/campus-networks.rule';
import { clientNetworkOf } from '../../platform/security/rate-limit';
import { TokenBucket } from './token-bucket';

interface Share {
  sockets: number;
  pace: TokenBucket;
}

/** The key under which a socket is counted: its account, or, for a visitor, the network. */
export type SocketOwner = { account: string } | { address: string };

/**
 * How many unauthenticated connections a network may have, as a multiple of the number of visitor
 * connections that it may have.
 */
const arrivingPerVisitor = 5;

/**
 * Counts the open connections, and limits how often they send `watch` messages, so that the work
 * and the memory of this process are bounded. The counts are kept in memory. All visitors of a
 * network share one limit. Each account has a limit of its own, whatever its network. So a visitor
 * cannot use up the connections of a student at the same address, and 10,000 people of a university
 * can connect from one address.
 */
@Injectable()
export class SocketCounts {
  private readonly shares = new Map<string, Share>();
  private readonly arriving = new Map<string, number>();
  private readonly isOn: boolean;
  private readonly usual: number;
  private readonly campuses: readonly CampusNetwork[];

  constructor(@Inject(CONFIG) config: Config) {
    this.isOn = config.rateLimits;
    this.usual = config.liveSocketsPerNetwork;
    this.campuses = config.campusNetworks;
  }

  /**
   * Counts a connection that has not authenticated yet.
   * @returns a function that removes the connection from the count; undefined when the network has
   * too many of them.
   */
  arrive(address: string): (() => void) | undefined {
    const network = clientNetworkOf(address);
    const count = this.arriving.get(network) ?? 0;
    if (this.isOn && count >= this.perNetwork(address) * arrivingPerVisitor) return undefined;
    this.arriving.set(network, count + 1);
    return once(() => {
      const left = (this.arriving.get(network) ?? 1) - 1;
      if (left > 0) this.arriving.set(network, left);
      else this.arriving.delete(network);
    });
  }

  /**
   * Counts a socket under its account or network.
   * @returns a function that removes the socket from the count; undefined when there are too many.
   */
  enter(place: SocketOwner): (() => void) | undefined {
    const share = this.shareOf(place);
    const most =
      'account' in place ? liveLimits.liveSocketsPerAccount : this.perNetwork(place.address);
    if (this.isOn && share.sockets >= most) return undefined;
    share.sockets++;
    return once(() => {
      share.sockets--;
    });
  }

  /**
   * Takes one token of the rate limit that all sockets of this account or network share.
   * @returns for how many milliseconds the next `watch` must wait
   */
  pause(place: SocketOwner): number {
    return this.isOn ? this.shareOf(place).pace.take(performance.now()) : 0;
  }

  /**
   * Removes accounts and networks that have no socket, and whose whole rate limit is available
   * again.
   */
  tidy(): void {
    const now = performance.now();
    for (const [key, { sockets, pace }] of this.shares)
      if (sockets === 0 && pace.isFull(now)) this.shares.delete(key);
  }

  get size(): number {
    return this.shares.size;
  }

  private shareOf(place: SocketOwner): Share {
    const key = 'account' in place ? `account ${place.account}` : clientNetworkOf(place.address);
    let share = this.shares.get(key);
    if (!share) {
      share = { sockets: 0, pace: new TokenBucket(this.rateOf(place)) };
      this.shares.set(key, share);
    }
    return share;
  }

  /**
   * Returns the rate limit of an account or network. For a network it grows with the number of connections that the
   * network may have: after a restart, all of its visitors subscribe again at the same time.
   */
  private rateOf(place: SocketOwner) {
    if ('account' in place) return liveLimits.liveWatches;
    const sockets = this.perNetwork(place.address);
    return {
      atOnce: sockets * 2,
      perSecond: Math.max(liveLimits.liveWatches.perSecond, sockets / 10),
    };
  }

  private perNetwork(address: string): number {
    return this.usual * rateLimitFactorOf(this.campuses, clientNetworkOf(address));
  }
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    run();
  };
}
