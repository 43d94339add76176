import { Combobox, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuildingCommunity } from '../../../ui/icons/building-community';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  findOrganizations,
  type Organization,
} from '../../../../../contracts/researchers/researchers';
import { query } from '../../../lib/http/api';
import classes from '../account.module.css';
import { BusyDots } from '../../../ui/loading/loading';

type Found = z.output<typeof Organization>;
interface Props {
  value: string;
  rorId: string | null;
  /**
   * Called with the ROR id of an organization that was picked from the list, or with null for a
   * name that was only typed.
   */
  onChange: (name: string, rorId: string | null) => void;
  onBlur: () => void;
  error?: string;
  name: string;
  ref?: Ref<HTMLInputElement>;
}

/** Returns the country's name, also for sources that store the country's code instead. */
const countryOf = (country: string) =>
  /^[A-Z]{2}$/.test(country)
    ? (new Intl.DisplayNames([i18next.resolvedLanguage ?? 'en'], { type: 'region' }).of(country) ??
      country)
    : country;
const about = ({ country, domains }: Found) =>
  [country && countryOf(country), domains[0]].filter(Boolean).join(' · ');

/**
 * Finds organizations by name, even if the name is misspelt or abbreviated. The person can also
 * enter a name that the search does not find.
 */
export function OrganizationField({ value, rorId, onChange, onBlur, error, name, ref }: Props) {
  const { t } = useTranslation('profile');
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const [typed] = useDebouncedValue(value.trim(), 250);
  const asking = typed.length >= 2;
  const search = useQuery({
    ...query(findOrganizations, { query: { org: typed } }),
    enabled: asking && box.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const found = asking ? (search.data?.items ?? []).slice(0, 8) : [];
  const nothing = asking && search.isSuccess && !search.isPlaceholderData && found.length === 0;
  const pick = (index: string) => {
    const picked = found[Number(index)];
    if (picked) onChange(picked.name, picked.ror_id);
    box.closeDropdown();
  };
  const type = (text: string) => {
    onChange(text, null);
    box.openDropdown();
    box.resetSelectedOption();
  };

  return (
    <Combobox store={box} onOptionSubmit={pick} withinPortal={false}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={ref}
          name={name}
          label={t('affiliation.organization')}
          description={t('affiliation.organization_hint')}
          autoComplete="off"
          spellCheck={false}
          value={value}
          error={error}
          role="combobox"
          aria-autocomplete="list"
          leftSection={<IconBuildingCommunity size={18} stroke={1.7} aria-hidden />}
          rightSection={
            search.isFetching ? (
              <span role="img" aria-label={t('affiliation.searching')}>
                <BusyDots />
              </span>
            ) : null
          }
          onChange={(event) => type(event.currentTarget.value)}
          onClick={() => box.openDropdown()}
          onBlur={() => {
            box.closeDropdown();
            onBlur();
          }}
        />
      </Combobox.Target>
      <Text size="sm" c="dimmed" mt={6} role="status">
        {rorId
          ? t('affiliation.found', { id: rorId.replace('https://', '') })
          : nothing
            ? t('affiliation.not_found')
            : ''}
      </Text>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label={t('affiliation.options')}>
          {found.map((one, i) => (
            <Combobox.Option
              value={String(i)}
              key={`${one.ror_id ?? ''} ${one.name} ${one.domains[0] ?? ''}`}
              mih={44}
            >
              <Stack gap={0}>
                <Text span fw={500}>
                  {one.name}
                </Text>
                {about(one) && (
                  <Text span size="sm" className={classes.about}>
                    {about(one)}
                  </Text>
                )}
              </Stack>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
