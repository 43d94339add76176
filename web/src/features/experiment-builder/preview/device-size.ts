import { useElementSize } from '@mantine/hooks';
import type { CSSProperties } from 'react';

/** The window sizes of a small laptop's browser and of a common phone, in CSS pixels. */
const sizes = { computer: [820, 560], phone: [390, 600] } as const;
export const previewDevices = ['computer', 'phone'] as const;
export type PreviewDevice = (typeof previewDevices)[number];

/** Returns the size of the preview: the device's width, scaled down where the page is narrower. */
export function scaleForDevice(device: PreviewDevice, room: number) {
  const [width, height] = sizes[device];
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  const isWider = device === 'computer' && room > width;
  return {
    width: isWider ? room : width,
    height,
    scale,
    shownHeight: Math.round(height * scale),
    left: isWider ? 0 : Math.max(0, Math.round((room - width * scale) / 2)),
  };
}

export function useDeviceSize(device: PreviewDevice) {
  const { ref, width: room } = useElementSize<HTMLDivElement>();
  const { width, height, scale, shownHeight, left } = scaleForDevice(device, room);
  const frame: CSSProperties = { width, height, left, transform: `scale(${scale})` };
  return { stage: ref, room: { height: shownHeight } satisfies CSSProperties, frame };
}
