import { icon } from './icon';

export const IconArrowForwardUp = icon(['M15 14l4 -4l-4 -4', 'M19 10h-11a4 4 0 1 0 0 8h1']);
