import { loadavg } from 'node:os';

/**
 * Returns a percentile of the values, which need not be sorted.
 * @param {number[]} values @param {number} p 0 to 1
 */
export function percentile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? NaN;
}
/** @param {number[]} values */
export const median = (values) => percentile(values, 0.5);
/** @param {number[]} values */
export const sum = (values) => values.reduce((a, b) => a + b, 0);

export const systemLoad = () => (loadavg()[0] ?? 0).toFixed(1);

/**
 * Summarizes several rounds of the same load in one line of figures.
 * @param {import('./client.mjs').Drive[]} rounds
 */
export function summariseRounds(rounds) {
  return {
    perSecond: median(rounds.map((r) => (r.latencies.length / r.ms) * 1000)),
    p50: median(rounds.map((r) => percentile(r.latencies, 0.5))),
    p99: median(rounds.map((r) => percentile(r.latencies, 0.99))),
    /** How many CPU cores the program that sends the requests used during the load. */
    driver: sum(rounds.map((r) => r.cpuMs)) / sum(rounds.map((r) => r.ms)),
    ms: sum(rounds.map((r) => r.ms)),
  };
}
