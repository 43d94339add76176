/** What the live updates need, in one file: the socket and the cache that it moves. */
export { createLive } from './live';
export { createLiveCache } from './live-cache';
