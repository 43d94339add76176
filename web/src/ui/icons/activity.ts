import { icon } from './icon';

export const IconActivity = icon(['M3 12h4l3 8l4 -16l3 8h4']);
