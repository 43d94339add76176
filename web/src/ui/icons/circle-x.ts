import { icon } from './icon';

export const IconCircleX = icon(['M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 'M10 10l4 4m0 -4l-4 4']);
