import { icon } from './icon';

export const IconArrowsExchange = icon(['M7 10h14l-4 -4', 'M17 14h-14l4 4']);
