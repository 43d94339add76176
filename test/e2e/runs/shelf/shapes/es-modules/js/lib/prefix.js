export const prefix = import.meta.url.endsWith('/js/lib/prefix.js') ? 'word-' : 'wrong-';
