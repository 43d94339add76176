import { icon } from './icon';

export const IconMailOff = icon([
  'M9 5h10a2 2 0 0 1 2 2v10m-2 2h-14a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2',
  'M3 7l9 6l.565 -.377m2.435 -1.623l6 -4',
  'M3 3l18 18',
]);
