/**
 * `gift-code` encrypts code and PIN; `gift-code-twice` detects a code that is already in stock, and a file that was
 * sent before.
 */
export const giftCodePurposes = ['gift-code', 'gift-code-twice'] as const;

declare module '../../platform/security/secrets' {
  interface KeyPurposes extends Record<(typeof giftCodePurposes)[number], true> {}
}
