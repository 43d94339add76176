import { icon } from './icon';

export const IconRestore = icon([
  'M3.06 13a9 9 0 1 0 .49 -4.087',
  'M3 4.001v5h5',
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
]);
