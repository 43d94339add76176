import { folderPath, pickedFiles } from './picked-files.rule';

describe('pickedFiles', () => {
  const files = [
    { _id: 'a', name: 'face.png' },
    { _id: 'b', name: 'tone.wav' },
  ];

  it('gives each file its name as the path when no folder is named', () => {
    expect(pickedFiles(files, '  ')).toEqual([
      { path: 'face.png', file_id: 'a' },
      { path: 'tone.wav', file_id: 'b' },
    ]);
  });

  it('puts the files below the folder', () => {
    expect(pickedFiles(files.slice(0, 1), '/stimuli/faces/')).toEqual([
      { path: 'stimuli/faces/face.png', file_id: 'a' },
    ]);
  });
});

describe('folderPath', () => {
  it.each([
    ['', ''],
    ['/', ''],
    ['a//b/', 'a/b'],
    [' a / b ', 'a/b'],
    ['a\u0308', 'ä'],
  ])('reads %j as %j', (typed, path) => {
    expect(folderPath(typed)).toBe(path);
  });
});
