import type { LiveCache } from './live-cache';

export interface LiveOptions {
  /** The origin of the server; empty for the page's own origin. */
  url: string;
  cache: LiveCache;
  /**
   * Called when the server has ended all sign-ins of the person, because the password was changed
   * or the account was deleted.
   */
  onSignedOut: () => void;
  /**
   * How long a topic stays watched after its last watcher is gone, so that navigating between pages
   * does not unwatch it and watch it again.
   */
  lingerMs?: number;
  /** The shortest and the longest time between two requests by HTTP, if no socket can be opened. */
  readEveryMs?: readonly [least: number, most: number];
  ackTimeoutMs?: number;
  reconnectionDelayMs?: number;
  /** How often a page of live numbers asks whether the server still answers. */
  beatMs?: number;
  /**
   * The milliseconds without a message of the server after which the shown numbers count as
   * outdated.
   */
  silenceMs?: number;
}
