import type { LiveMessages, LiveName } from '../../../contracts/live/live';

/** Nest's injection token for the emitter, which the context of live updates provides. */
export const LIVE_EMITTER = Symbol('live emitter');

/** Notifies open pages; any context may use it. A room is a topic of the contract. */
export interface LiveEmitter {
  emit<N extends LiveName>(room: string, name: N, message: LiveMessages[N]): void;
  /** Sends to all open pages of one person. */
  emitToPerson<N extends LiveName>(accountId: string, name: N, message: LiveMessages[N]): void;
}
