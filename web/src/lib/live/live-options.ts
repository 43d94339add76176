import type { LiveCache } from './live-cache';

export interface LiveOptions {
  /** The server's origin; empty for the page's own. */
  url: string;
  cache: LiveCache;
  /** The server ended all sessions of the person (a new password, or the account was deleted). */
  onSignedOut: () => void;
  /**
   * How long a topic is kept after its last watcher left: navigating between pages must not unwatch
   * and watch it again.
   */
  lingerMs?: number;
  /** Between two reads by HTTP, where no socket opens. */
  readEveryMs?: readonly [least: number, most: number];
  ackTimeoutMs?: number;
  reconnectionDelayMs?: number;
  /** How often a page of numbers asks whether the server is still there. */
  beatMs?: number;
  /** After how long without a word from the server the numbers count as old. */
  silenceMs?: number;
}
