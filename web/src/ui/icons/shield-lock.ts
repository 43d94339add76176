import { icon } from './icon';

export const IconShieldLock = icon([
  'M12 3a12 12 0 0 0 8.5 3a12 12 0 0 1 -8.5 15a12 12 0 0 1 -8.5 -15a12 12 0 0 0 8.5 -3',
  'M11 11a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M12 12l0 2.5',
]);
