import type { LiveCache } from './live-cache';

export interface LiveOptions {
  /** The server's origin; empty for the page's own. */
  url: string;
  cache: LiveCache;
  /** The server ended all sessions of the person (a new password, or the account was deleted). */
  onSignedOut: () => void;
  /** How long a topic stays watched after its last watcher left: navigating between pages must not unwatch and watch it again. */
  lingerMs?: number;
  /** The time between two reads by HTTP if no socket can be opened. */
  readEveryMs?: readonly [least: number, most: number];
  ackTimeoutMs?: number;
  reconnectionDelayMs?: number;
  /** How often a page of live numbers asks whether the server still answers. */
  beatMs?: number;
  /** The numbers count as outdated after this time without a message from the server. */
  silenceMs?: number;
}
