/** A text beside the end of its line, in pixels: `x` is its left edge, `y` its baseline. */
export interface CurveLabel {
  text: string;
  x: number;
  y: number;
  width: number;
}
export interface PlotBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
/** The end of a line, and its name. */
export interface CurveLineEnd {
  x: number;
  y: number;
  text: string;
  width: number;
}

export const lineHeight = 15;
const gap = 6;

const rectOf = ({ x, y, width }: CurveLabel): PlotBox => ({
  left: x,
  right: x + width,
  top: y - lineHeight + 3,
  bottom: y + 3,
});
export const labelsOverlap = (one: CurveLabel, other: CurveLabel): boolean => {
  const [a, b] = [rectOf(one), rectOf(other)];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
};

/**
 * Places the labels at the ends of their lines. The label of the taken spots stands above the end
 * of its line, since a rising curve leaves room there. The labels of the completed spots and of the
 * forecast stand below. If another label is in the way, a label takes its next best place. If no
 * place is free, the chart omits the label, since the text beside the chart says the same.
 */
export function placeCurveLabels(
  box: PlotBox,
  ends: {
    taken: CurveLineEnd;
    completed: CurveLineEnd;
    capacity: CurveLineEnd;
    forecast: CurveLineEnd | null;
  },
): CurveLabel[] {
  const placed: CurveLabel[] = [];
  const isFree = (label: CurveLabel) =>
    label.x >= box.left &&
    label.x + label.width <= box.right &&
    label.y - lineHeight + 3 >= box.top &&
    label.y + 3 <= box.bottom &&
    !placed.some((other) => labelsOverlap(label, other));
  const put = (
    { text, width }: CurveLineEnd,
    places: readonly (readonly [x: number, y: number])[],
  ) => {
    const label = places.map(([x, y]) => ({ text, width, x, y })).find(isFree);
    if (label) placed.push(label);
  };
  const { taken, completed, capacity, forecast } = ends;
  const around = ({ x, y, width }: CurveLineEnd, ys: readonly number[]) =>
    ys.flatMap((dy) => [x - width - gap, x + gap].map((at) => [at, y + dy] as const));
  put(capacity, [[box.left + gap, capacity.y - gap]]);
  put(taken, around(taken, [-gap, lineHeight + 1, -gap - lineHeight]));
  put(completed, around(completed, [lineHeight + 1, -gap, 2 * lineHeight + 1, -gap - lineHeight]));
  if (forecast) {
    const slope = (taken.y - forecast.y) / Math.max(1, forecast.x - taken.x);
    const [x, y] = [box.right - forecast.width - gap, forecast.y + slope * forecast.width];
    put(
      forecast,
      [1, 2, 3, 4].map((n) => [x, y + n * lineHeight + 2] as const),
    );
    put(forecast, placed.some(({ text }) => text === forecast.text) ? [] : [[x, box.bottom - gap]]);
  }
  return placed;
}
