import type { ManifestFile } from '../versions/manifest';
import { mergedFiles, versionFaults } from './merged-files.rule';

const file = (path: string, sha256 = path, bytes = 1): ManifestFile => ({ path, sha256, bytes });

describe('mergedFiles', () => {
  it('replaces files of the same path and adds the others', () => {
    expect(mergedFiles([file('a'), file('b')], [file('b', 'new', 7), file('c/d')])).toEqual([
      file('a'),
      file('b', 'new', 7),
      file('c/d'),
    ]);
  });

  it('leaves out everything but path, hash and size', () => {
    expect(mergedFiles([], [{ ...file('a'), file_id: 'x', version: 1 } as ManifestFile])).toEqual([
      file('a'),
    ]);
  });
});

describe('versionFaults', () => {
  const most = { files: 2, bytes: 10, fileBytes: 10 };

  it('accepts files up to both limits', () => {
    expect(versionFaults([file('a', 'a', 5), file('b', 'b', 5)], most)).toEqual([]);
  });

  it('names each limit that is exceeded', () => {
    const files = [file('a', 'a', 9), file('b'), file('c')];
    expect(versionFaults(files, most)).toEqual([
      { path: '', code: 'archive_too_many_files' },
      { path: '', code: 'archive_too_large' },
    ]);
  });

  it('refuses a file below a path that is a file', () => {
    expect(versionFaults([file('a/b'), file('a/b/c')], most)).toEqual([
      { path: 'a/b/c', code: 'archive_path' },
    ]);
  });
});
