import { createServer } from 'node:net';
import { freePort, isPortFree } from './ports.mjs';

test('a port is free while no server listens on it', async () => {
  const port = await freePort();
  expect(await isPortFree(port)).toBe(true);
  const server = createServer();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  expect(await isPortFree(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isPortFree(port)).toBe(true);
});
