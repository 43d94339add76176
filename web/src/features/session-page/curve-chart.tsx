import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formatDate, formatHour, formatMoment, formatShortDay } from '../../lib/format';

export interface Point {
  /** Seconds since 1970. */
  at: number;
  taken: number;
  completed: number;
}
export interface CurveChartProps {
  points: readonly Point[];
  capacity: number;
  /** Where it is full if it goes on like that; null without a forecast. */
  fullAt: number | null;
  names: { taken: string; completed: string; capacity: string; forecast: string; at: string };
  byDay: boolean;
}

const height = 260;
const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The series of the chart: the known points, and one more for the forecast. */
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
/** Seconds between two times of the axis: no time stands there twice, since none has seconds. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => 60 * minutes),
  ...[1, 2, 3, 6, 12].map((hours) => 3_600 * hours),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => daySeconds * days),
];
/** In the language of the page: hours, with the day where it begins; days alone where they are far apart. */
function timesOf(at: readonly number[], step: number): string[] {
  let day = '';
  return at.map((seconds) => {
    const moment = new Date(seconds * 1000);
    const here = formatShortDay(moment);
    const isNew = here !== day;
    day = here;
    return step >= daySeconds
      ? here
      : isNew
        ? `${formatHour(moment)}\n${here}`
        : formatHour(moment);
  });
}

/**
 * Seats over time, drawn on a canvas: hundreds of points that move many times a second. It says
 * nothing that the table beside it does not say, so it is hidden from assistive technology.
 */
export function CurveChart(props: CurveChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const scheme = useComputedColorScheme('light');
  const { names, byDay } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
    chart.current?.setData(dataOf(props));
  });
  const language = `${names.taken}${names.completed}`;
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const ink = token('--mantine-color-dimmed');
    const line = token('--lab-line');
    const accent = token('--lab-accent');
    const stepped = uPlot.paths.stepped?.({ align: 1 });
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false } };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        cursor: { drag: { x: false, y: false } },
        scales: { y: { range: (_u, _min, max) => [0, Math.max(max, 1) * 1.04] } },
        axes: [
          {
            ...axis,
            incrs: byDay ? steps.filter((step) => step >= daySeconds) : steps,
            values: (_u, at, _axis, _space, step) => timesOf(at, step),
          },
          { ...axis, size: 44, incrs: [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 5000] },
        ],
        legend: { live: true },
        series: [
          {
            label: names.at,
            value: (_u, v) =>
              v == null ? '–' : (byDay ? formatDate : formatMoment)(new Date(v * 1000)),
          },
          {
            label: names.taken,
            stroke: accent,
            width: 2.5,
            fill: `color-mix(in srgb, ${accent} 14%, transparent)`,
            points: { show: false },
            ...(stepped && { paths: stepped }),
          },
          {
            label: names.completed,
            stroke: ink,
            width: 1.5,
            points: { show: false },
            ...(stepped && { paths: stepped }),
          },
          {
            label: names.forecast,
            stroke: accent,
            width: 1.5,
            dash: [3, 5],
            spanGaps: true,
            points: { show: false },
          },
          { label: names.capacity, stroke: ink, width: 1, dash: [8, 6], points: { show: false } },
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- names by their text
  }, [scheme, language, byDay]);
  return (
    <div
      ref={box}
      aria-hidden
      data-chart="curve"
      style={{ minHeight: height + 34, minWidth: 0, overflow: 'hidden' }}
    />
  );
}
