import { icon } from './icon';

export const IconUsersMinus = icon([
  'M5 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0',
  'M3 21v-2a4 4 0 0 1 4 -4h4c.948 0 1.818 .33 2.504 .88',
  'M16 3.13a4 4 0 0 1 0 7.75',
  'M16 19h6',
]);
