/** For a new node: at random, so that two people who add one at once do not add the same. */
export const newId = (): string => `n${crypto.randomUUID().slice(0, 12)}`;
