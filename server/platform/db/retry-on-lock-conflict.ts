import { setTimeout as wait } from 'node:timers/promises';

/** The SQLSTATE codes of a lock timeout, and of a deadlock with the running programs. */
const passing = ['55P03', '40P01'];

interface Options {
  /** The time in milliseconds after which no further attempt begins. */
  patienceMs?: number;
  /** The pause between two attempts, in which other queries proceed. */
  pauseMs?: number;
}

/**
 * Makes schema changes while programs use the tables. After a lock conflict, repeats the changes
 * until they succeed.
 * @param work must undo its changes when it fails
 * @throws the error of `work` if it is no lock conflict, or if the time for attempts is over
 */
export async function retryOnLockConflict<T>(
  work: () => Promise<T>,
  { patienceMs = 600_000, pauseMs = 3_000 }: Options = {},
): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!passing.includes(code) || Date.now() > until) throw error;
      await wait(pauseMs);
    }
  }
}
