import { icon } from './icon';

export const IconTableImport = icon([
  'M12 21h-7a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v8',
  'M3 10h18',
  'M10 3v18',
  'M19 22v-6',
  'M22 19l-3 -3l-3 3',
]);
