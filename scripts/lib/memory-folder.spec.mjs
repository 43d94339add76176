import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFolder } from './memory-folder.mjs';

test('a folder that is not there, or cannot be written to, is not used', () => {
  expect(memoryFolder(join(tmpdir(), 'not-there'))).toBeUndefined();
  expect(memoryFolder('/proc')).toBeUndefined();
});
