import {
  archiveCodes,
  bundleCodes,
  type ArchiveCode,
  type BundleCode,
} from '../../../contracts/base/archive-codes';
import { outsideFaults, type OutsideFault } from '../../../contracts/base/outside-faults';
import { fieldCodes, type ErrorCode, type FieldCode } from '../../../contracts/base/errors';
import {
  timelineFaultCodes,
  type TimelineFaultCode,
} from '../../../contracts/timeline/timeline-faults';
import type { Language } from '../../../contracts/base/languages';
import type english from '../../../locales/en/server-platform.json';
import { Texts, type Sentence } from './texts';

export const platformTexts = new Texts<typeof english>('server-platform');

/** The values of an error's sentence; a context gives a part that must be translated. */
export type ErrorParams = Readonly<Record<string, string | number | Sentence>>;

/** The states of participations, sessions, accounts and invitations that a refusal may name. */
export const stateCodes = [
  'waitlisted',
  'offered',
  'enrolled',
  'started',
  'completed',
  'approved',
  'rejected',
  'withdrawn',
  'offer_expired',
  'timed_out',
  'screened_out',
  'declined_consent',
  'no_show',
  'nullified',
  'scheduled',
  'active',
  'paused',
  'closed',
  'new',
  'disabled',
  'deleting',
  'revoked',
] as const satisfies readonly (keyof typeof english.state)[];

/** A state in words; one without words is named by its code. */
function stateInWords(code: string, language: Language): string {
  const known = stateCodes.find((one) => one === code.toLowerCase());
  return known ? platformTexts.in(language).t(`state.${known}`) : code;
}

/**
 * The sentence of an error code in the language of the request, English where a language has none.
 * The parameter `from` is the code of a state, and stands in the sentence in words.
 */
export const describeError = (
  code: ErrorCode,
  language: Language,
  params: ErrorParams = {},
): string =>
  platformTexts
    .in(language)
    .t(
      `error.${code}`,
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          typeof value === 'function'
            ? value(language)
            : name === 'from'
              ? stateInWords(String(value), language)
              : value,
        ]),
      ),
    );

const isFieldCode = (
  code: string,
): code is FieldCode | ArchiveCode | BundleCode | OutsideFault | TimelineFaultCode =>
  [...fieldCodes, ...archiveCodes, ...bundleCodes, ...outsideFaults, ...timelineFaultCodes].some(
    (one) => one === code,
  );

/** @param character an invisible character of the field, such as `U+200B` */
export const describeField = (code: string, language: Language, character?: string): string =>
  character === undefined
    ? platformTexts.in(language).t(`field.${isFieldCode(code) ? code : 'invalid'}`)
    : platformTexts.in(language).t('unseen_character', { character });
