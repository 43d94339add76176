import type { LiveMessages, LiveMessageName } from '../../../contracts/live/live';

/** Nest's injection token for the emitter, which the context of live updates provides. */
export const LIVE_EMITTER = Symbol('live emitter');

/** Notifies open pages; any context may use it. A room is a topic of the contract. */
export interface LiveEmitter {
  emit<N extends LiveMessageName>(room: string, name: N, message: LiveMessages[N]): void;
  /** Sends to all open pages of one person. */
  emitToPerson<N extends LiveMessageName>(
    accountId: string,
    name: N,
    message: LiveMessages[N],
  ): void;
}
