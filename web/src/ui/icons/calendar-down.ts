import { icon } from './icon';

export const IconCalendarDown = icon([
  'M12.5 21h-6.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v5',
  'M19 16v6',
  'M22 19l-3 3l-3 -3',
  'M16 3v4',
  'M8 3v4',
  'M4 11h16',
]);
