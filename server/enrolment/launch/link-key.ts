import { randomBytes } from 'node:crypto';

/** The key of a private link: 128 bits, which cannot be guessed (docs/domain.md, 2). */
export const newLinkKey = (): string => randomBytes(16).toString('base64url');
