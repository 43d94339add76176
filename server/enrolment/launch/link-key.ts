import { randomBytes } from 'node:crypto';

/** Makes the key of a private link: 128 random bits, which cannot be guessed (docs/domain.md, 2). */
export const newLinkKey = (): string => randomBytes(16).toString('base64url');
