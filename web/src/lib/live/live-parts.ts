/**
 * The parts of the live updates that are loaded together: the socket, and the cache that it
 * updates.
 */
export { createLiveConnection as createLive } from './live-socket';
export { createLiveCache } from './live-cache';
