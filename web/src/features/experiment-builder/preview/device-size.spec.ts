import { previewDevices, scaleForDevice } from './device-size';

describe('The size of the preview', () => {
  it('is that of the device, scaled down to the available space', () => {
    for (const device of previewDevices)
      for (let room = 280; room < 1_600; room += 33) {
        const { width, scale, left } = scaleForDevice(device, room);
        expect(scale).toBeLessThanOrEqual(1);
        expect(left + width * scale).toBeLessThanOrEqual(room + 1);
        expect(width).toBeGreaterThanOrEqual(device === 'phone' ? 390 : 820);
      }
    expect(scaleForDevice('phone', 1_000)).toMatchObject({ width: 390, scale: 1, left: 305 });
  });
});
