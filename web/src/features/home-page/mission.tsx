import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './landing.module.css';

export function Mission() {
  const { t } = useTranslation('landing');
  return (
    <section
      id="mission"
      className={`${classes.section} ${classes.mission}`}
      aria-labelledby="mission-title"
    >
      <Title order={2} id="mission-title">
        {t('mission.title')}
      </Title>
      <div>
        <Text size="lg" className="measure">
          {t('mission.text')}
        </Text>
        <Text mt="sm" c="dimmed" className="measure">
          {t('mission.more')}
        </Text>
      </div>
    </section>
  );
}
