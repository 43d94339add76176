import { icon } from './icon';

export const IconMicrophone = icon([
  'M9 5a3 3 0 0 1 3 -3a3 3 0 0 1 3 3v5a3 3 0 0 1 -3 3a3 3 0 0 1 -3 -3l0 -5',
  'M5 10a7 7 0 0 0 14 0',
  'M8 21l8 0',
  'M12 17l0 4',
]);
