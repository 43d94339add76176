/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { createHeartbeat } from './heartbeat';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function line() {
  const said: boolean[] = [];
  const server = { answers: true, open: true, beats: 0 };
  const heart = createHeartbeat({
    beatMs: 1000,
    silenceMs: 3900,
    isOpen: () => server.open,
    beat: () => {
      server.beats += 1;
      if (server.answers) heart.heard();
    },
    onChange: (silent) => said.push(silent),
  });
  return { heart, server, said };
}

test('a server that stops responding is reported within 5 seconds of its last message', () => {
  const { heart, server, said } = line();
  heart.start();
  jest.advanceTimersByTime(60_000);
  expect(said).toEqual([]);
  const last = heart.moments().heard ?? 0;
  server.answers = false;
  jest.advanceTimersByTime(3500);
  expect(said).toEqual([]);
  while (said.length === 0) jest.advanceTimersByTime(100);
  expect(Date.now() - last).toBeLessThanOrEqual(5000);
  expect(heart.moments().heard).toBe(last);
});
test('a single message from the server ends the report of silence', () => {
  const { heart, server, said } = line();
  heart.start();
  server.answers = false;
  jest.advanceTimersByTime(10_000);
  server.answers = true;
  jest.advanceTimersByTime(1000);
  expect(said).toEqual([true, false]);
});
test('a closed connection is not reported as silent, and nothing is sent when nothing is watched', () => {
  const { heart, server, said } = line();
  const stop = heart.start();
  server.open = false;
  jest.advanceTimersByTime(20_000);
  expect(said).toEqual([]);
  stop();
  server.open = true;
  const { beats } = server;
  jest.advanceTimersByTime(20_000);
  expect(server.beats).toBe(beats);
});
test('after sleep, a laptop sends a heartbeat before it reports silence', () => {
  const { heart, said } = line();
  heart.start();
  jest.advanceTimersByTime(3000);
  jest.setSystemTime(Date.now() + 3_600_000);
  jest.advanceTimersByTime(1500);
  expect(said).toEqual([]);
});
test('the time of the last change is remembered', () => {
  const { heart } = line();
  expect(heart.moments().changed).toBeNull();
  heart.changed();
  expect(heart.moments().changed).toBe(Date.now());
});
