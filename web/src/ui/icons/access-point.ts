import { icon } from './icon';

export const IconAccessPoint = icon([
  'M12 12l0 .01',
  'M14.828 9.172a4 4 0 0 1 0 5.656',
  'M17.657 6.343a8 8 0 0 1 0 11.314',
  'M9.168 14.828a4 4 0 0 1 0 -5.656',
  'M6.337 17.657a8 8 0 0 1 0 -11.314',
]);
