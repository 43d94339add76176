import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createRedisAdapter } from '@socket.io/redis-adapter';
import type Redis from 'ioredis';
import type { Pool } from 'pg';
import { Server } from 'socket.io';
import type { Config } from '../config';
import type { SessionAvailability } from '../enrolment/sessions/session-availability.read';
import type { LiveEmitter } from '../platform/messaging/live-emitter';
import { requestTimeouts, workerTimeouts } from '../platform/db/pooled-client';
import { createRedisClient } from '../platform/messaging/queues';
import type { Secrets } from '../platform/security/secrets';
import { MessageBatcher } from './message-batcher';
import type { LiveUpdate } from './live-server';
import { PostgresListenPool } from './postgres-listen-pool';
import { roomNames } from './rooms';

type AdapterFactory = Parameters<Server['adapter']>[0];

/**
 * Delivers messages from any process to the sockets of every server, through Redis or PostgreSQL
 * (platform/messaging/queues.ts does the same for jobs).
 */
export interface FanOut {
  adapter: AdapterFactory;
  close(): Promise<void>;
}

export interface LiveBroadcaster extends LiveEmitter {
  /**
   * Sends the state to every server, which forwards it to its sockets that have not received this version yet
   * (AvailabilitySender).
   */
  tell(tile: SessionAvailability): void;
  /** Disconnects the sockets of a room, on every server. */
  disconnect(room: string): void;
  close(): Promise<void>;
}

const ignore = () => undefined;

/**
 * Ignores commands of a Redis client that fail, for example because the connection breaks. The
 * adapter does not await its commands: an error would be an unhandled rejection and end the
 * process.
 */
function unheard(client: Redis): Redis {
  for (const name of [
    'publish',
    'subscribe',
    'psubscribe',
    'unsubscribe',
    'punsubscribe',
  ] as const) {
    const command = client[name].bind(client) as (...args: unknown[]) => Promise<unknown>;
    Object.assign(client, { [name]: (...args: unknown[]) => command(...args).catch(ignore) });
  }
  return client;
}

export function createFanOut(config: Config, application: string): FanOut {
  if (config.redisUrl) {
    const [publisher, subscriber] = [
      unheard(createRedisClient(config.redisUrl)),
      unheard(createRedisClient(config.redisUrl, 'endless', true)),
    ];
    return {
      adapter: createRedisAdapter(publisher, subscriber) as AdapterFactory,
      close: () =>
        Promise.resolve([publisher, subscriber].forEach((client) => client.disconnect())),
    };
  }
  const way = new PostgresListenPool(config.databaseUrl, {
    application,
    options: '-c role=commonlab_app',
    patience: { ...workerTimeouts, connectionMs: requestTimeouts.connectionMs },
  });
  return {
    // The adapter's table for large payloads stays unused: our messages are far below the 8,000
    // bytes of a notification.
    adapter: createPostgresAdapter(way as unknown as Pool, {
      errorHandler: ignore,
      cleanupInterval: 2_147_000_000,
    }) as AdapterFactory,
    close: () => way.end(),
  };
}

/**
 * Creates the object with which a worker sends live updates: a Socket.IO server without sockets. It
 * passes its messages to the servers to which browsers are connected.
 */
export function createLiveBroadcaster(config: Config, secrets: Secrets): LiveBroadcaster {
  const way = createFanOut(config, 'commonlab-emit');
  const server = new Server({ adapter: way.adapter });
  const messages = new MessageBatcher<LiveUpdate>((all) => void server.serverSideEmit('told', all));
  const emit: LiveBroadcaster['emit'] = (room, name, message) =>
    messages.add({ room, name, message });
  return {
    tell: (tile) => messages.add({ tile }),
    emit,
    emitToPerson: (accountId, name, message) =>
      emit(roomNames.me(secrets, accountId), name, message),
    disconnect(room) {
      // Messages that wait for these sockets are sent before they are disconnected.
      messages.flush();
      server.in(room).disconnectSockets(true);
    },
    async close() {
      messages.flush();
      // A worker's Socket.IO server has no HTTP server, so only its adapter needs closing.
      await server.sockets.adapter.close();
      await way.close();
    },
  };
}
