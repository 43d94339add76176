import { Button, Menu } from '@mantine/core';
import { IconCheck, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { regionOf, regions, siteOf } from './regions.rule';

/** Shows this site's region and links to the others; the current one does nothing. */
export function RegionSwitcher() {
  const { t } = useTranslation('layout');
  const current = regionOf(location.hostname);
  return (
    <Menu position="bottom-start" width={250}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          mih={44}
          px="xs"
          fw={500}
          fz="sm"
          leftSection={<IconWorld size={18} stroke={1.6} aria-hidden />}
          aria-label={t('region.label', { region: t(`region.${current}`) })}
        >
          {t(`region.short.${current}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('region.hint')}</Menu.Label>
        {regions.map((region) => {
          const site = siteOf(region, location);
          const here = region === current;
          return (
            <Menu.Item
              key={region}
              aria-current={here || undefined}
              disabled={!here && site === null}
              rightSection={here && <IconCheck size={16} aria-hidden />}
              onClick={() => {
                if (!here && site) location.assign(site);
              }}
            >
              {t(`region.${region}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
