import { Button } from '@mantine/core';
import { IconPlus } from '../../ui/icons/plus';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/app-link';
import { MenuButton } from '../../ui/menu-button';

interface Props {
  /** The studies for which the menu offers another session. */
  studies: readonly { id: string; title: string }[];
}
const most = 12;
const pathOf = (id: string) => `/experiments/details/${id}?tab=sessions`;

/**
 * A link to the study in which a new session can be created, or a menu of studies if there are
 * several.
 */
export const NewSession = memo(function NewSession({ studies }: Props) {
  const { t } = useTranslation('sessions');
  const icon = <IconPlus size={18} aria-hidden />;
  const [only, ...others] = studies;
  if (!only || others.length === 0)
    return (
      <LinkButton to={only ? pathOf(only.id) : '/experiments'} leftSection={icon}>
        {t('new.open')}
      </LinkButton>
    );
  return (
    <MenuButton
      position="bottom-end"
      hint={t('new.which')}
      entries={[
        ...studies.slice(0, most).map(({ id, title }) => ({ label: title, to: pathOf(id) })),
        { label: t('new.other'), to: '/experiments' },
      ]}
      target={<Button leftSection={icon}>{t('new.open')}</Button>}
    />
  );
});
