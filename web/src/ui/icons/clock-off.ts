import { icon } from './icon';

export const IconClockOff = icon([
  'M5.633 5.64a9 9 0 1 0 12.735 12.72m1.674 -2.32a9 9 0 0 0 -12.082 -12.082',
  'M12 7v1',
  'M3 3l18 18',
]);
