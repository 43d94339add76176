import { icon } from './icon';

export const IconChevronRight = icon(['M9 6l6 6l-6 6']);
