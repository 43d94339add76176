import type { LiveMessages, LiveName } from '../../../contracts/live';

/** Nest's injection token for the emitter: the context of live updates provides it. */
export const LIVE_EMITTER = Symbol('live emitter');

/**
 * How any context notifies open pages. The room is a topic of the contract, or a name that the
 * context of live updates makes.
 */
export interface LiveEmitter {
  emit<N extends LiveName>(room: string, name: N, message: LiveMessages[N]): void;
}
