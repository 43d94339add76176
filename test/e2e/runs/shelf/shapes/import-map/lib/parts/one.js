export const part = 'one';
