import { icon } from './icon';

export const IconColumnsOff = icon([
  'M4 6h2',
  'M4 10h5.5',
  'M4 14h5.5',
  'M4 18h5.5',
  'M14.5 6h5.5',
  'M14.5 10h5.5',
  'M18 14h2',
  'M14.5 18h3.5',
  'M3 3l18 18',
]);
