import { Readable } from 'node:stream';
import {
  infectedBytes,
  virusSignature,
  startFakeClamd,
  type FakeClamd,
} from '../../../../test/support/files/fake-clamd';
import { ScanFailure, scanForViruses } from './clamd';

let clamd: FakeClamd;
beforeEach(async () => void (clamd = await startFakeClamd()));
afterEach(() => clamd.stop());

/** Yields the parts of a content one after the other, as the stream of a file does. */
const parts = (...content: Buffer[]) => Readable.from(content);
const large = (count: number) => Array.from({ length: count }, () => Buffer.alloc(1_000_000, 'a'));

describe('The virus scanner', () => {
  it('gets all bytes of a content, and finds nothing in a clean one', async () => {
    const content = [Buffer.from('some '), Buffer.alloc(0), Buffer.from('bytes'), ...large(3)];
    expect(await scanForViruses(clamd.url, parts(...content))).toEqual({ found: null });
    // Compare the buffers here: Jest would compare megabytes byte by byte, which takes seconds.
    expect(clamd.scanned.map((one) => one.equals(Buffer.concat(content)))).toEqual([true]);
  });

  it('returns the name of the malware that it has found', async () => {
    const found = await scanForViruses(clamd.url, parts(Buffer.from('before '), infectedBytes));
    expect(found).toEqual({ found: virusSignature });
  });

  it('reports content above its size limit as not scanned, and reads no more of it', async () => {
    clamd.behaviour = { most: 1_500_000 };
    let sent = 0;
    async function* endless() {
      while (sent < 100) {
        sent += 1;
        yield Buffer.alloc(500_000, 'a');
        await new Promise(setImmediate);
      }
    }
    await expect(scanForViruses(clamd.url, endless())).rejects.toThrow(ScanFailure);
    expect(sent).toBeLessThan(100);
  });

  it.each(['closes', 'silent'] as const)(
    'reports content as not scanned when it %s',
    async (behaviour) => {
      clamd.behaviour = behaviour;
      await expect(scanForViruses(clamd.url, parts(...large(3)), 100)).rejects.toThrow(ScanFailure);
    },
  );

  it('reports content as not scanned when it cannot be reached', async () => {
    const { url } = clamd;
    await clamd.stop();
    await expect(scanForViruses(url, parts(...large(3)))).rejects.toThrow(ScanFailure);
  });
});
