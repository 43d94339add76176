/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { seatsDrawingSize, type SeatsScene, drawnSeatsOf } from './seats.rule';

const scenes: SeatsScene[] = ['filling', 'empty', 'taken', 'full', 'away'];
const count = (scene: SeatsScene, kind: string) =>
  drawnSeatsOf(scene).filter((s) => s.kind === kind).length;

test('every drawing shows seats that lie inside its edges and do not overlap', () => {
  for (const scene of scenes) {
    const seats = drawnSeatsOf(scene);
    for (const { x, y } of seats) {
      expect([
        scene,
        x >= 7 && x <= seatsDrawingSize.width - 7 && y >= 7 && y <= seatsDrawingSize.height,
      ]).toEqual([scene, true]);
      const near = seats.filter((s) => Math.hypot(s.x - x, s.y - y) < 14);
      expect([scene, x, y, near.length]).toEqual([scene, x, y, 1]);
    }
  }
});
test('a drawing of an empty room has no taken seat, one of a full room no free seat, one of a filling room both', () => {
  expect(count('empty', 'held')).toBe(0);
  expect(count('full', 'free')).toBe(0);
  const share = count('filling', 'held') / drawnSeatsOf('filling').length;
  expect(share).toBeGreaterThan(0.35);
  expect(share).toBeLessThan(0.75);
});
test('only drawings about a person mark one seat as the person’s own', () => {
  expect(scenes.map((scene) => count(scene, 'own'))).toEqual([0, 0, 1, 0, 1]);
});
