import { randomBytes } from 'node:crypto';
import Redis from 'ioredis';
import { startRedis, type RedisProgram } from '../../../scripts/lib/engines/redis.mjs';
import { sendSignal, waitForEnd } from '../../../scripts/lib/processes/processes.mjs';

/** A running Redis, as the global setup passes it on. */
export interface RunningRedis {
  url: string;
  pid: number;
}

interface Spare extends RunningRedis {
  isTaken: boolean;
  /** Whether a test has stopped this Redis, so that no later file of the worker can use it. */
  isStopped: boolean;
}
interface Host {
  commonlabSpareRedis?: Spare;
}
const { commonlabHost: host = globalThis as Host } = globalThis as { commonlabHost?: Host };

export interface RedisControl {
  stop(): Promise<void>;
  /** Restarts on the same port and with the same password, but empty. */
  restart(): Promise<void>;
}
export interface SeparateRedis extends RedisControl {
  url: string;
  /**
   * Called when the test file no longer needs this Redis. If it is the worker's spare Redis, it is
   * emptied for the next test file. If it was started for this file alone, it is stopped.
   */
  release(): Promise<void>;
}

/**
 * Empties the Redis and changes its password, so that programs still running from an earlier test
 * file cannot reach it.
 * @returns its new address
 */
async function emptied(url: string): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const redis = new Redis(url, { maxRetriesPerRequest: 0, retryStrategy: () => null });
  try {
    await redis.call('FLUSHALL');
    await redis.call('SCRIPT', 'FLUSH');
    await redis.call('CONFIG', 'SET', 'requirepass', password);
    for (const type of ['normal', 'pubsub'])
      await redis.call('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes');
  } finally {
    redis.disconnect();
  }
  const next = new URL(url);
  next.password = password;
  return next.href;
}

/**
 * Returns a Redis for one application of a test file. Each worker of jest has a spare Redis, since
 * starting a Redis takes longer than many tests. If the spare Redis cannot be used, the function
 * starts a new one.
 */
export async function takeSpareOrNewRedis(
  given: RunningRedis | undefined,
  program: RedisProgram | undefined,
): Promise<SeparateRedis> {
  const spare = (host.commonlabSpareRedis ??= given && {
    ...given,
    isTaken: false,
    isStopped: false,
  });
  let running: Awaited<ReturnType<typeof startRedis>> | undefined;
  if (!spare || spare.isTaken || spare.isStopped) {
    running = await startRedis({ program });
    return { ...controlled(running.url), url: running.url };
  }
  spare.isTaken = true;
  const { url } = spare;
  const control = controlled(url, async () => {
    spare.isStopped = true;
    sendSignal(spare.pid, 'SIGTERM');
    await waitForEnd(spare.pid, 5_000);
  });
  return {
    ...control,
    url,
    async release() {
      if (spare.isStopped) return control.release();
      spare.url = await emptied(url);
      spare.isTaken = false;
    },
  };

  function controlled(at: string, stopFirst?: () => Promise<void>) {
    const { port, password } = new URL(at);
    let first = stopFirst;
    const stop = async () => {
      await first?.();
      first = undefined;
      await running?.stop();
      running = undefined;
    };
    return {
      stop,
      release: stop,
      async restart() {
        await stop();
        running = await startRedis({ program, port: Number(port), password });
      },
    };
  }
}
