import { icon } from './icon';

export const IconFileUpload = icon([
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M12 11v6',
  'M9.5 13.5l2.5 -2.5l2.5 2.5',
]);
