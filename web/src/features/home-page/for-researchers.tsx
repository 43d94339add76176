import { Badge, Container, Group, Progress, Text, Title } from '@mantine/core';
import { IconActivity } from '../../ui/icons/activity';
import { IconLock } from '../../ui/icons/lock';
import { IconScale } from '../../ui/icons/scale';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/app-link';
import classes from './landing.module.css';

const points = [
  ['live', IconActivity],
  ['seats', IconScale],
  ['apart', IconLock],
] as const;
const tiles = [
  { name: 'tile_one', taken: 37, of: 50, counts: [12, 9, 16, 0] },
  { name: 'tile_two', taken: 24, of: 24, counts: [3, 6, 15, 5] },
] as const;
const columns = ['enrolled', 'started', 'completed', 'waitlisted'] as const;

/**
 * The product's features for researchers, with a preview made of the dashboard's own components.
 */
export function ForResearchers() {
  const { t } = useTranslation('landing');
  return (
    <section aria-labelledby="researchers-title">
      <Container size="xl" className={classes.section}>
        <div className={classes.split}>
          <div>
            <Title order={2} id="researchers-title">
              {t('research.title')}
            </Title>
            <Text c="dimmed" mt="xs" size="lg">
              {t('research.lead')}
            </Text>
            <ul className={classes.points}>
              {points.map(([name, Icon]) => (
                <li key={name}>
                  <Icon size={24} stroke={1.6} aria-hidden />
                  <div>
                    <Text fw={600}>{t(`research.${name}`)}</Text>
                    <Text c="dimmed">{t(`research.${name}_text`)}</Text>
                  </div>
                </li>
              ))}
            </ul>
            <Group mt="xl">
              <LinkButton to="/signup?role=researcher" variant="light">
                {t('research.action')}
              </LinkButton>
            </Group>
          </div>
          <div role="img" aria-label={t('research.picture')}>
            <div aria-hidden>
              {tiles.map(({ name, taken, of, counts }) => (
                <div key={name} className={classes.tile}>
                  <Group justify="space-between" wrap="nowrap">
                    <Text fw={600}>{t(`research.${name}`)}</Text>
                    <Badge flex="none" color={taken < of ? 'teal' : 'gray'}>
                      {t(taken < of ? 'research.active' : 'research.full')}
                    </Badge>
                  </Group>
                  <Group justify="space-between" mt="sm" mb={6}>
                    <Text size="sm" c="dimmed">
                      {t('research.seats_taken')}
                    </Text>
                    <Text fw={600} className="numbers">
                      {taken} / {of}
                    </Text>
                  </Group>
                  <Progress value={(taken / of) * 100} size="sm" />
                  <div className={classes.counts}>
                    {columns.map((column, i) => (
                      <span key={column}>
                        <b>{counts[i]}</b>
                        {t(`research.${column}`)}
                      </span>
                    ))}
                  </div>
                </div>
              ))}
            </div>
          </div>
        </div>
      </Container>
    </section>
  );
}
