import { setTimeout as wait } from 'node:timers/promises';

/** A lock timeout, and a deadlock with what the programs do meanwhile. */
const passing = ['55P03', '40P01'];

interface Options {
  /** No attempt begins later. */
  patienceMs?: number;
  /** Between two attempts other queries proceed. */
  pauseMs?: number;
}

/**
 * Repeats work on tables that the programs use at the same time, until no lock is in its way.
 * @param work undoes what it did when it fails
 * @throws the error of `work`: that of the last attempt, or any that repeating does not help
 */
export async function patiently<T>(
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
