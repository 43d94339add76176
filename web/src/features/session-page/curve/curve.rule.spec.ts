import { forecastBand } from './forecast.rule';
import { placeCurveLabels, labelsOverlap, type CurveLineEnd } from './labels.rule';

test('the band of the forecast follows the number of people who came', () => {
  const now = { at: 1000, taken: 20 };
  expect(forecastBand(now, 50, 4000, 25)).toEqual([
    now,
    { at: 3500, taken: 50 },
    { at: 4000, taken: 50 },
    { at: 4000, taken: 44 },
  ]);
  expect(forecastBand(now, 50, 4000, 1)).toBeNull();
  expect(forecastBand(now, 20, 4000, 25)).toBeNull();
  expect(forecastBand(now, 50, 1000, 25)).toBeNull();
});

test('more people give a narrower band, which contains the forecast', () => {
  const width = (came: number) => {
    const [, early, end, low] = forecastBand({ at: 0, taken: 5 }, 40, 7200, came) ?? [];
    if (!early || !end || !low) throw new Error('no band');
    expect(early.at).toBeLessThanOrEqual(end.at);
    expect(low.taken).toBeLessThanOrEqual(40);
    expect(low.taken).toBeGreaterThanOrEqual(5);
    return 40 - low.taken;
  };
  const widths = [2, 5, 20, 100, 2000].map(width);
  expect(widths).toEqual([...widths].sort((a, b) => b - a));
});

/** Random numbers from 0 to 1, the same for the same seed. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

test('the labels of the curve overlap neither each other nor the edge of the plot, on phones too', () => {
  const seed = 20261128;
  const next = numbers(seed);
  const draw = () => next.next().value;
  const wrong: object[] = [];
  const counts = { all: 0, placed: 0 };
  for (let i = 0; i < 1200; i++) {
    const box = { left: 44, right: 44 + (i % 2 ? 270 : 1000), top: 10, bottom: 220 };
    const capacityY = box.top + 22;
    const y = () => capacityY + draw() * (box.bottom - capacityY);
    const x = box.left + draw() * (box.right - box.left);
    const end = (text: string, at: number, height: number): CurveLineEnd => ({
      ...{ text, x: at, y: height, width: text.length * 6.6 },
    });
    const [takenY, lower] = [y(), y()];
    const labels = placeCurveLabels(box, {
      taken: end('15 taken', x, Math.min(takenY, lower)),
      completed: end('13 completed', x, Math.max(takenY, lower)),
      capacity: end('50 in all', box.left, capacityY),
      forecast: i % 3 ? end('full Sat 28 Nov, 04:13', box.right, capacityY) : null,
    });
    counts.all += i % 3 ? 4 : 3;
    counts.placed += labels.length;
    const isWrong = labels.some(
      (label) =>
        label.x < box.left ||
        label.x + label.width > box.right ||
        labels.some((other) => other !== label && labelsOverlap(label, other)),
    );
    if (isWrong || labels[1]?.text !== '15 taken') wrong.push({ seed, i, labels });
  }
  expect(wrong).toEqual([]);
  // More than 98 % of all lines have a label; the others have no free place for one.
  expect(counts.placed / counts.all).toBeGreaterThan(0.98);
});
