import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFolder } from './memory-folder.mjs';

test('memoryFolder returns no folder that does not exist or is not writable', () => {
  expect(memoryFolder(join(tmpdir(), 'not-there'))).toBeUndefined();
  expect(memoryFolder('/proc')).toBeUndefined();
});
