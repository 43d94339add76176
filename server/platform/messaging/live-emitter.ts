import type { LiveMessages, LiveMessageName } from '../../../contracts/live/live';

/** Nest's injection token for the emitter, which the context of live updates provides. */
export const LIVE_EMITTER = Symbol('live emitter');

/**
 * Sends messages to open pages of the web app; any context may use it. A room contains the pages
 * that have subscribed to one topic of the contract.
 */
export interface LiveEmitter {
  emit<N extends LiveMessageName>(room: string, name: N, message: LiveMessages[N]): void;
  /** Sends a message to all open pages of one person. */
  emitToPerson<N extends LiveMessageName>(
    accountId: string,
    name: N,
    message: LiveMessages[N],
  ): void;
}
