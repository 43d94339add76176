import { NavLink } from '@mantine/core';
import { useScrollSpy } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './profile.module.css';
import type { ProfileSection } from './profile-sections.rule';

/** Links to the sections of the profile page; on wide screens the links are beside the sections. */
export function ProfileNav({ sections }: { sections: readonly ProfileSection[] }) {
  const { t } = useTranslation('profile');
  const { active } = useScrollSpy({
    selector: 'main section[id]',
    offset: 120,
    getDepth: () => 1,
    getValue: (element) => element.id,
  });
  return (
    <nav aria-label={t('profile.nav')} className={classes.nav}>
      {sections.map((section, i) => (
        <NavLink
          key={section}
          component={Link}
          to={`/profile/#${section}`}
          label={t(`profile.section.${section}`)}
          active={i === active}
          aria-current={i === active ? 'location' : undefined}
          className={classes.link}
        />
      ))}
    </nav>
  );
}
