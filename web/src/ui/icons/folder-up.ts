import { icon } from './icon';

export const IconFolderUp = icon([
  'M12 19h-7a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2h4l3 3h7a2 2 0 0 1 2 2v3.5',
  'M19 22v-6',
  'M22 19l-3 -3l-3 3',
]);
