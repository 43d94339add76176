import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { type Control, Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  type ProfileAnswerField,
  profileAnswerChoices,
} from '../../../../contracts/accounts/profile-answers';
import { LazyMultiSelect, LazySelect } from '../../ui/fields/lazy-select';
import { ClearableAnswer } from './answer';
import { useAnswerOptions } from '../../domain/answers/answer-words';
import type { DemographicsValues } from './demographics-fields';

const wrapper = { maxWidth: '24rem' };

/**
 * A question with its answers: checkboxes for several answers, a searchable list for many choices,
 * and otherwise the browser's own list.
 */
export function DemographicAnswerField({
  name,
  control,
  onClear,
}: {
  name: ProfileAnswerField;
  control: Control<DemographicsValues>;
  onClear: () => void;
}) {
  const { t } = useTranslation('demographics');
  const options = useAnswerOptions()(name);
  const key = name === 'education_level' ? 'education' : name;
  const [label, description] = [t(`${key}.label`), t(`${key}.hint`)];
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => {
        const common = { label, description, onBlur };
        return (
          <ClearableAnswer given={value.length > 0} label={label} onClear={onClear}>
            {typeof value !== 'string' ? (
              name in profileAnswerChoices ? (
                <Checkbox.Group {...common} value={value} onChange={onChange}>
                  <Stack gap={4} mt="xs">
                    {options.map((one, i) => (
                      <Checkbox
                        key={one.value}
                        {...one}
                        ref={i === 0 ? ref : undefined}
                        styles={{ body: { minHeight: 32, alignItems: 'center' } }}
                      />
                    ))}
                  </Stack>
                </Checkbox.Group>
              ) : (
                <LazyMultiSelect
                  {...common}
                  ref={ref}
                  data={options}
                  value={value}
                  onChange={onChange}
                  maxValues={20}
                  placeholder={value.length === 0 ? t('search') : undefined}
                  nothingFoundMessage={t('nothing_found')}
                  styles={{ wrapper }}
                />
              )
            ) : name in profileAnswerChoices ? (
              <NativeSelect
                {...common}
                ref={ref}
                data={[{ value: '', label: t('unanswered') }, ...options]}
                value={value}
                onChange={onChange}
                styles={{ wrapper }}
              />
            ) : (
              <LazySelect
                {...common}
                ref={ref}
                data={options}
                value={value || null}
                onChange={(chosen) => onChange(chosen ?? '')}
                placeholder={t('search')}
                nothingFoundMessage={t('nothing_found')}
                styles={{ wrapper }}
              />
            )}
          </ClearableAnswer>
        );
      }}
    />
  );
}
