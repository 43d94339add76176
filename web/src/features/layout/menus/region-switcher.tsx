import { Button } from '@mantine/core';
import { IconWorld } from '../../../ui/icons/world';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../ui/menu-button';
import { regionOf, regions, regionSiteUrl } from './regions.rule';
import { fetchVisitorRegion } from './visitor-region';

/**
 * Shows the region of this site, suggests the visitor's own region and links to the other regions.
 * The current region is not a link.
 */
export function RegionSwitcher() {
  const { t } = useTranslation('layout');
  const current = regionOf(location.hostname);
  const [reached, setReached] = useState(false);
  const { data: visitors } = useQuery({
    queryKey: ['visitor-region'],
    queryFn: fetchVisitorRegion,
    enabled: reached,
    staleTime: Infinity,
  });
  return (
    <MenuButton
      position="bottom-start"
      width={250}
      onReach={() => setReached(true)}
      hint={t('region.hint')}
      target={
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
      }
      entries={regions.map((region) => {
        const site = regionSiteUrl(region, location);
        const here = region === current;
        return {
          label:
            region === visitors
              ? t('region.suggested', { region: t(`region.${region}`) })
              : t(`region.${region}`),
          current: here,
          disabled: !here && site === null,
          onClick: () => {
            if (!here && site) location.assign(site);
          },
        };
      })}
    />
  );
}
