import { icon } from './icon';

export const IconChevronLeft = icon(['M15 6l-6 6l6 6']);
