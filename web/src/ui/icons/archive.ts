import { icon } from './icon';

export const IconArchive = icon([
  'M3 6a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2',
  'M5 8v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-10',
  'M10 12l4 0',
]);
