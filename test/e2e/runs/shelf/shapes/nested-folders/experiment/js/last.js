export const last = 'last';
