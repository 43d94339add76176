import { icon } from './icon';

export const IconAccessPointOff = icon([
  'M3 3l18 18',
  'M14.828 9.172a4 4 0 0 1 1.172 2.828',
  'M17.657 6.343a8 8 0 0 1 1.635 8.952',
  'M9.168 14.828a4 4 0 0 1 0 -5.656',
  'M6.337 17.657a8 8 0 0 1 0 -11.314',
]);
