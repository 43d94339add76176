import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFolder } from './memory-folder.mjs';

test('a folder that does not exist or is not writable is not used', () => {
  expect(memoryFolder(join(tmpdir(), 'not-there'))).toBeUndefined();
  expect(memoryFolder('/proc')).toBeUndefined();
});
