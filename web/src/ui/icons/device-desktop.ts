import { icon } from './icon';

export const IconDeviceDesktop = icon([
  'M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10',
  'M7 20h10',
  'M9 16v4',
  'M15 16v4',
]);
