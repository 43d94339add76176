import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { formatAxisDay, formatHour } from '../../../lib/intl/format';
import classes from './curve-chart.module.css';
import { drawLabelsAndForecast } from './draw-more';

export interface CurvePoint {
  /** The time in seconds since 1970. */
  at: number;
  taken: number;
  completed: number;
}
export interface CurveChartProps {
  points: readonly CurvePoint[];
  capacity: number;
  /** When the session will be full at the present rate; null if there is no forecast. */
  fullAt: number | null;
  /** The number of people from whom the forecast was computed. */
  came: number;
  /** The labels at the ends of the lines. */
  labels: { taken: string; completed: string; capacity: string; forecast: string };
  /** The sentence that describes a point in words. */
  readout: (point: CurvePoint) => string;
  /** The label of the slider with which people move between the points. */
  label: string;
  byDay: boolean;
}

const height = 260;
const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Makes the series of the chart: the known points, and one more point for the forecast. */
function dataOf({ points, capacity, fullAt }: CurveChartProps): uPlot.AlignedData {
  const last = points.at(-1);
  const ahead = last !== undefined && fullAt !== null && fullAt > last.at;
  const at = points.map((p) => p.at);
  const rest = <T,>(known: T[], more: T): T[] => (ahead ? [...known, more] : known);
  const forecast = points.map((p, i) => (ahead && i === points.length - 1 ? p.taken : null));
  return [
    rest(at, fullAt ?? 0),
    rest<number | null>(
      points.map((p) => p.taken),
      null,
    ),
    rest<number | null>(
      points.map((p) => p.completed),
      null,
    ),
    rest<number | null>(forecast, capacity),
    rest(
      at.map(() => capacity),
      capacity,
    ),
  ];
}

const daySeconds = 86_400;
/**
 * The possible intervals between the times of the axis, in seconds: whole minutes or more, so that
 * no label occurs twice.
 */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => 60 * minutes),
  ...[1, 2, 3, 6, 12].map((hours) => 3_600 * hours),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => daySeconds * days),
];
/**
 * Makes the labels of the axis in the language of the page. Each label is a time, and the first
 * label of a day also contains the day. If the labels are a day or more apart, each label is a day.
 */
function timesOf(at: readonly number[], step: number): string[] {
  let day = '';
  return at.map((seconds) => {
    const moment = new Date(seconds * 1000);
    const here = formatAxisDay(moment);
    const isNew = here !== day;
    day = here;
    return step >= daySeconds
      ? here
      : isNew
        ? `${formatHour(moment)}\n${here}`
        : formatHour(moment);
  });
}

const moves: Readonly<Record<string, (now: number, last: number) => number>> = {
  ArrowLeft: (now) => now - 1,
  ArrowRight: (now) => now + 1,
  ArrowDown: (now) => now - 1,
  ArrowUp: (now) => now + 1,
  PageDown: (now) => now - 10,
  PageUp: (now) => now + 10,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Draws the spots over time. The chart is a canvas, since hundreds of points move many times a
 * second. The pointer and the arrow keys move between the points, whose numbers are shown above the
 * chart. The table beside it lists all points.
 */
export function CurveChart(props: CurveChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const scheme = useComputedColorScheme('light');
  const [pointed, setPointed] = useState<number | null>(null);
  const { labels, byDay, points, readout, label } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
    chart.current?.setData(dataOf(props));
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const ink = token('--mantine-color-dimmed');
    const line = token('--lab-line');
    const accent = token('--lab-accent');
    const ground = token('--mantine-color-body');
    const stepped = uPlot.paths.stepped?.({ align: 1 });
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false } };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
        // Leaves room for the label above the line of all spots.
        scales: { y: { range: (_u, _min, max) => [0, Math.max(max, 1) * 1.12] } },
        axes: [
          {
            ...axis,
            incrs: byDay ? steps.filter((step) => step >= daySeconds) : steps,
            values: (_u, at, _axis, _space, step) => timesOf(at, step),
          },
          { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 5000] },
        ],
        legend: { show: false },
        hooks: {
          draw: [(u) => drawLabelsAndForecast(u, latest.current, { ink, accent, ground })],
          setCursor: [
            (u) => {
              const { idx } = u.cursor;
              const known = latest.current.points.length;
              setPointed(idx == null || idx >= known ? null : idx);
            },
          ],
        },
        series: [
          {},
          {
            stroke: accent,
            width: 2.5,
            fill: `color-mix(in srgb, ${accent} 14%, transparent)`,
            points: { show: false },
            ...(stepped && { paths: stepped }),
          },
          {
            stroke: ink,
            width: 1.5,
            points: { show: false },
            ...(stepped && { paths: stepped }),
          },
          { stroke: accent, width: 1.5, dash: [3, 5], spanGaps: true, points: { show: false } },
          { stroke: ink, width: 1, dash: [8, 6], points: { show: false } },
        ],
      },
      dataOf(latest.current),
      element,
    );
    chart.current = plot;
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
      chart.current = null;
    };
  }, [scheme, byDay]);
  const words = Object.values(labels).join();
  useEffect(() => chart.current?.redraw(false), [words]);
  const last = points.length - 1;
  const at = Math.min(pointed ?? last, last);
  const shown = points[at];
  const text = shown ? readout(shown) : '';
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moves[event.key]?.(at, last);
    const plot = chart.current;
    if (to === undefined || !plot) return;
    event.preventDefault();
    const point = points[Math.min(Math.max(to, 0), last)];
    if (point) plot.setCursor({ left: plot.valToPos(point.at, 'x'), top: 0 });
  };
  return (
    <>
      <p className={classes.readout} aria-hidden data-curve="readout">
        {text}
      </p>
      <div
        className={classes.chart}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={text}
        aria-orientation="horizontal"
        onKeyDown={onKeyDown}
        onBlur={() => chart.current?.setCursor({ left: -10, top: -10 })}
        data-chart="curve"
      >
        <div ref={box} className={classes.plot} style={{ minHeight: height }} aria-hidden />
      </div>
    </>
  );
}
