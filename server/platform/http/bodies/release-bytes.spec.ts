import { randomBytes } from 'node:crypto';
import { freeMemoryOfBytes } from './release-bytes';

describe('freeMemoryOfBytes', () => {
  const memory = () => process.memoryUsage().external;

  it('gives memory back without a garbage collection', () => {
    const each = Array.from({ length: 20 }, () => Buffer.concat([Buffer.alloc(1_000_000)]));
    const full = memory();
    for (const one of each) freeMemoryOfBytes(one);
    expect(full - memory()).toBeGreaterThan(19_000_000);
    expect(each.map(({ length }) => length)).toEqual(each.map(() => 0));
  });

  it('does not free memory that other buffers share', () => {
    const whole = randomBytes(100_000);
    const [part, small] = [whole.subarray(0, 50_000), Buffer.from('small')];
    for (const one of [part, small, undefined, 'text']) freeMemoryOfBytes(one);
    expect([whole.length, part.length, small.toString()]).toEqual([100_000, 50_000, 'small']);
  });
});
