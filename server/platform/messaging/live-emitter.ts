import type { LiveMessages, LiveName } from '../../../contracts/live/live';

/** Nest's injection token for the emitter: the context of live updates provides it. */
export const LIVE_EMITTER = Symbol('live emitter');

/** The way in which any context notifies open pages. The room is a topic of the contract. */
export interface LiveEmitter {
  emit<N extends LiveName>(room: string, name: N, message: LiveMessages[N]): void;
  /** Sends to one person's open pages. */
  emitToPerson<N extends LiveName>(accountId: string, name: N, message: LiveMessages[N]): void;
}
