import { studyPathOfJatosAddress, replaceJatosAddresses } from './jatos-paths.rule';

describe('Addresses from the root of JATOS', () => {
  it('are rewritten into the study’s folder, and the rest of the file is unchanged', () => {
    const page =
      '<link href="/study_assets/task/a.css"><script src=/assets/javascripts/jatos.js></script>' +
      'ü url(/study_assets/task/b.png) https://lab.example/study_assets/c ./study_assets/d';
    expect(replaceJatosAddresses(Buffer.from(page), '/s/key/').toString()).toBe(
      '<link href="/s/key/task/a.css"><script src=/s/key/__commonlab/jatos.js></script>' +
        'ü url(/s/key/task/b.png) https://lab.example/study_assets/c ./study_assets/d',
    );
    const plain = Buffer.from([0xff, 0x00, 0x80]);
    expect(replaceJatosAddresses(plain, '/s/key/')).toBe(plain);
  });

  it('resolve to the path of the file in the study', () => {
    expect(
      ['/study_assets/task/a.css', '/assets/javascripts/jatos.js', '/other/a.css'].map(
        studyPathOfJatosAddress,
      ),
    ).toEqual(['task/a.css', 'jatos.js', null]);
  });
});
