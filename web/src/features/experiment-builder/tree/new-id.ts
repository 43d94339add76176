/** Makes a random id, so that two people who add a node at the same time get different ids. */
export const newId = (): string => `n${crypto.randomUUID().slice(0, 12)}`;
