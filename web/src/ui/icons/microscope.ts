import { icon } from './icon';

export const IconMicroscope = icon([
  'M5 21h14',
  'M6 18h2',
  'M7 18v3',
  'M9 11l3 3l6 -6l-3 -3l-6 6',
  'M10.5 12.5l-1.5 1.5',
  'M17 3l3 3',
  'M12 21a6 6 0 0 0 3.715 -10.712',
]);
