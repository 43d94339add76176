import type { JatosDescription } from '../import-jatos/jatos-study';
import { parseJatosStudy } from '../import-jatos/jatos-study';
import {
  makeJatosDescription,
  archiveWithDescription,
  archiveWithoutDescription,
} from './jatos-archive.rule';

const id = '00000000-0000-4000-8000-000000000001';
interface Written {
  data: { dirName: string; componentList: { uuid: string; htmlFilePath: string }[] };
}
function found(data: object, path: string, paths: string[]): JatosDescription {
  const text = JSON.stringify({ version: '3', data });
  const study = parseJatosStudy(text, new Set(paths));
  if (!study) throw new Error('not a description');
  return { file: { path, sha256: '', bytes: text.length }, text, study };
}
const written = (text: string) => JSON.parse(text) as Written;
const components = [{ uuid: 'c1', title: 'One', htmlFilePath: 'one.html', own: 1 }];

describe('An archive for JATOS', () => {
  it('of a study imported from JATOS has its folder and its complete description', () => {
    const data = { uuid: 's', title: 'T', dirName: 'task', mine: [1], componentList: components };
    const paths = ['task.jas', 'task/one.html', 'task/a/b.png'];
    const { description, placed } = archiveWithDescription(
      found(data, 'task.jas', paths),
      paths,
      id,
    );
    expect(description.path).toBe('task.jas');
    expect(written(description.text).data).toEqual(data);
    expect([...placed.values()]).toEqual(['task/one.html', 'task/a/b.png']);
  });

  it('moves all files into one folder when a file lies outside, and loses none', () => {
    const data = { title: 'My task!', dirName: '', componentList: components };
    const paths = ['x.jas', 'z.jas', 'one.html', 'task/one.html'];
    const { description, placed } = archiveWithDescription(found(data, 'x.jas', paths), paths, id);
    expect(description.path).toBe('My_task.jas');
    expect(written(description.text).data.componentList[0]?.htmlFilePath).toBe('one.html');
    expect([...placed.values()]).toEqual([
      'My_task/z.jas',
      'My_task/one.html',
      'My_task/task/one.html',
    ]);
  });

  it('contains no path outside of its folder', () => {
    const data = { title: '..', dirName: '..', componentList: components };
    const paths = ['x.jas', 'one.html'];
    const { description } = archiveWithDescription(found(data, 'x.jas', paths), paths, id);
    expect(written(description.text).data.dirName).toBe('study');
  });

  it('of pages without a description has one component with a stable id', () => {
    const of = () =>
      archiveWithoutDescription({ name: 'My pages.zip', entry: 'a/b.html' }, ['a/b.html'], id);
    const { description, placed } = of();
    expect(placed.get('a/b.html')).toBe('My_pages/a/b.html');
    expect(written(description.text).data.componentList).toMatchObject([
      { htmlFilePath: 'a/b.html', active: true },
    ]);
    expect(of().description.text).toBe(description.text);
  });

  it('of an adapted study has one component for each page, in their order', () => {
    const pages = [
      { at: 'index.html', path: 'index.html' },
      { at: 'a_two.html', path: 'a/two.html' },
    ];
    const { folder, path, text, ids } = makeJatosDescription('<b>Jatos</b> & more.zip', pages, id);
    expect([folder, path]).toEqual(['b_Jatos_b_more', 'b_Jatos_b_more.jas']);
    expect(JSON.parse(text)).toMatchObject({
      version: '3',
      data: {
        title: 'b Jatos /b more',
        dirName: folder,
        componentList: [
          { uuid: ids[0], title: 'index.html', htmlFilePath: 'index.html', reloadable: true },
          { uuid: ids[1], title: 'a/two.html', htmlFilePath: 'a_two.html', active: true },
        ],
        batchList: [{ title: 'Default', allowedWorkerTypes: expect.any(Array) }],
      },
    });
    expect(makeJatosDescription('publix', pages, id).folder).toBe('publix_study');
    // The ids stay the same if the study begins with another page.
    expect(makeJatosDescription('x', pages.toReversed(), id).ids).toEqual(ids.toReversed());
  });
});
