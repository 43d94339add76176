import { Container, Group, Title } from '@mantine/core';
import { IconClockHour4 } from '../../ui/icons/clock-hour-4';
import { IconEyeOff } from '../../ui/icons/eye-off';
import { IconTrash } from '../../ui/icons/trash';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/app-link';
import { SeatsDrawing } from '../../ui/drawings/seats';
import { useFocusAfterNavigation } from '../../ui/page';
import classes from './landing.module.css';

const facts = [
  ['time', IconClockHour4],
  ['private', IconEyeOff],
  ['leave', IconTrash],
] as const;
const rows = ['duration', 'reward', 'hourly', 'who'] as const;

export function Hero() {
  const { t } = useTranslation('landing');
  const heading = useFocusAfterNavigation();
  return (
    <section className={classes.hero}>
      <Container size="xl" className={classes.heroInner}>
        <div>
          <Title order={1} className={classes.title} ref={heading} tabIndex={-1}>
            {t('hero.title')}
          </Title>
          <p className={classes.lead}>{t('hero.lead')}</p>
          <Group gap="sm" mt="xl">
            <LinkButton to="/signup" size="lg">
              {t('hero.take_part')}
            </LinkButton>
            <LinkButton to="/signup?role=researcher" size="lg" variant="default">
              {t('hero.run')}
            </LinkButton>
          </Group>
          <ul className={classes.facts}>
            {facts.map(([name, Icon]) => (
              <li key={name}>
                <Icon size={20} stroke={1.6} aria-hidden />
                {t(`hero.fact_${name}`)}
              </li>
            ))}
          </ul>
        </div>
        <div className={classes.picture}>
          <SeatsDrawing scene="filling" width={380} />
          <figure className={classes.sheet} style={{ margin: 0 }}>
            <figcaption>
              <Title order={2} size="h4">
                {t('hero.before')}
              </Title>
            </figcaption>
            <dl style={{ margin: '8px 0 0' }}>
              {rows.map((name) => (
                <div key={name} className={classes.row}>
                  <dt>{t(`hero.${name}`)}</dt>
                  <dd>{t(`hero.${name}_value`)}</dd>
                </div>
              ))}
            </dl>
          </figure>
        </div>
      </Container>
    </section>
  );
}
