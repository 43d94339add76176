import { icon } from './icon';

export const IconClockHour4 = icon([
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
  'M12 12l3 2',
  'M12 7v5',
]);
