import { icon } from './icon';

export const IconIndentDecrease = icon([
  'M20 6l-7 0',
  'M20 12l-9 0',
  'M20 18l-7 0',
  'M8 8l-4 4l4 4',
]);
