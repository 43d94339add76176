import { prefix } from './lib/prefix.js';

export const words = ['a', 'b'].map((word) => prefix + word);
