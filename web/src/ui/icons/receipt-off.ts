import { icon } from './icon';

export const IconReceiptOff = icon([
  'M5 21v-16m2 -2h10a2 2 0 0 1 2 2v10m0 4.01v1.99l-3 -2l-2 2l-2 -2l-2 2l-2 -2l-3 2',
  'M11 7l4 0',
  'M9 11l2 0',
  'M13 15l2 0',
  'M15 11l0 .01',
  'M3 3l18 18',
]);
