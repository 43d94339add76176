import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { countryCodes, languageCodes } from '../../../../contracts/accounts/iso-codes';
import {
  type ProfileAnswerField,
  profileAnswerChoices,
} from '../../../../contracts/accounts/profile-answers';

type Choice<F extends keyof typeof profileAnswerChoices> = (typeof profileAnswerChoices)[F][number];
export interface AnswerOption {
  value: string;
  label: string;
}

/**
 * Returns a function that lists the possible answers to a question, with their labels. Countries
 * and languages are sorted by their names in the language of the page; other lists keep their
 * order.
 */
export function useAnswerOptions(): (field: ProfileAnswerField) => AnswerOption[] {
  const { t, i18n } = useTranslation('demographics');
  return useCallback(
    (field) => {
      const named = (codes: readonly string[], type: 'region' | 'language') => {
        const names = new Intl.DisplayNames(i18n.language, { type });
        return codes
          .map((value) => ({ value, label: names.of(value) ?? value }))
          .sort((one, other) => one.label.localeCompare(other.label, i18n.language));
      };
      const few = <V extends string>(values: readonly V[], word: (value: V) => string) =>
        values.map((value) => ({ value, label: word(value) }));
      switch (field) {
        case 'country':
          return named(countryCodes, 'region');
        case 'languages':
          return named(languageCodes, 'language');
        case 'education_level':
          return few(profileAnswerChoices[field], (v: Choice<'education_level'>) =>
            t(`education.${v}`),
          );
        case 'sex':
          return few(profileAnswerChoices[field], (v: Choice<'sex'>) => t(`sex.${v}`));
        case 'gender':
          return few(profileAnswerChoices[field], (v: Choice<'gender'>) => t(`gender.${v}`));
        case 'handedness':
          return few(profileAnswerChoices[field], (v: Choice<'handedness'>) =>
            t(`handedness.${v}`),
          );
        case 'sight':
          return few(profileAnswerChoices[field], (v: Choice<'sight'>) => t(`sight.${v}`));
        case 'hearing':
          return few(profileAnswerChoices[field], (v: Choice<'hearing'>) => t(`hearing.${v}`));
        case 'devices':
          return few(profileAnswerChoices[field], (v: Choice<'devices'>) => t(`devices.${v}`));
      }
    },
    [t, i18n.language],
  );
}
