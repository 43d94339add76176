import { icon } from './icon';

export const IconItalic = icon(['M11 5l6 0', 'M7 19l6 0', 'M14 5l-4 14']);
