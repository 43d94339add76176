import { defineContext } from '../platform/context/context';
import { LiveConsumer } from './live.consumer';

export const live = defineContext({
  name: 'live',
  about: 'Topics, rooms and sockets: what browsers watch while it happens.',
  serverModules: async () => [(await import('./live.module.js')).LiveModule],
  consumers: { live: LiveConsumer },
});
