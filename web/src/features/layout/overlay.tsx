import { Overlay as Cover, Text } from '@mantine/core';
import { BusyDots } from '../../ui/loading/loading';

/** Covers the page during an action in which it must not be used. */
export const BusyOverlay = () => (
  <Cover fixed center zIndex={400} color="var(--mantine-color-body)" backgroundOpacity={0.75}>
    <Text fz="1.5rem" component="div">
      <BusyDots />
    </Text>
  </Cover>
);
