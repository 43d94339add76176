export const beside = 'beside';
