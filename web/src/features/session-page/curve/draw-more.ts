import uPlot from 'uplot';
import type { CurveChartProps } from './curve-chart';
import { forecastBand } from './forecast.rule';
import { type CurveLineEnd, placeCurveLabels } from './labels.rule';

interface Colours {
  ink: string;
  accent: string;
  ground: string;
}

/** Draws the labels of the lines and the band of the forecast, which the library does not draw. */
export function drawLabelsAndForecast(plot: uPlot, props: CurveChartProps, colours: Colours) {
  const { points, capacity, fullAt, labels, came } = props;
  const last = points.at(-1);
  if (!last) return;
  const { ctx } = plot;
  const ratio = uPlot.pxRatio;
  const x = (at: number) => plot.valToPos(at, 'x', true) / ratio;
  const y = (spots: number) => plot.valToPos(spots, 'y', true) / ratio;
  const { left, top, width, height: high } = plot.bbox;
  const box = { left: left / ratio, top: top / ratio, right: 0, bottom: (top + high) / ratio };
  box.right = box.left + width / ratio;
  ctx.save();
  ctx.scale(ratio, ratio);
  const band = fullAt === null ? null : forecastBand(last, capacity, fullAt, came);
  if (band) {
    ctx.fillStyle = `color-mix(in srgb, ${colours.accent} 12%, transparent)`;
    ctx.beginPath();
    for (const { at, taken } of band) ctx.lineTo(x(at), y(taken));
    ctx.fill();
  }
  ctx.font = `600 12px ${getComputedStyle(plot.root).fontFamily}`;
  ctx.lineJoin = 'round';
  // The chart library has changed the alignment of this canvas, so it is set again.
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  const end = (text: string, at: number, spots: number): CurveLineEnd => ({
    ...{ text, x: x(at), y: y(spots), width: ctx.measureText(text).width },
  });
  const placed = placeCurveLabels(box, {
    taken: end(labels.taken, last.at, last.taken),
    completed: end(labels.completed, last.at, last.completed),
    capacity: end(labels.capacity, last.at, capacity),
    forecast: fullAt === null || fullAt <= last.at ? null : end(labels.forecast, fullAt, capacity),
  });
  for (const { text, x: at, y: base } of placed) {
    ctx.strokeStyle = colours.ground;
    ctx.lineWidth = 4;
    ctx.strokeText(text, at, base);
    ctx.fillStyle =
      text === labels.taken || text === labels.forecast ? colours.accent : colours.ink;
    ctx.fillText(text, at, base);
  }
  ctx.restore();
}
