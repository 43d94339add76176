/** The parts of the live updates in one file: the socket and the cache that it updates. */
export { createLive } from './live-socket';
export { createLiveCache } from './live-cache';
