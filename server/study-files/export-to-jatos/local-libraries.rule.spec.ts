import { OutsideAddressResolver } from '../addresses/own-paths.rule';
import {
  libraryFilesImportedIn,
  licenceNoticePathOf,
  withLocalLibraries,
} from './local-libraries.rule';

const paths = new OutsideAddressResolver(
  new Set(['a/index.html', 'img/a.png', 'js/b.js', 'next.html']),
);
const place = { entry: 'index.html', libraries: 'commonlab/libraries/', jspsych: 8, paths };
const core = 'jspsych@8.3.0/dist/index.browser.min.js';

describe('Addresses in an archive for JATOS', () => {
  it('are replaced by copies beside the study if they lead to a CDN, from any folder of the page', () => {
    const text =
      '<script src="https://unpkg.com/jspsych@8.3.0" integrity="sha384-x"></script>' +
      '<script src="https://elsewhere.example/jspsych.js"></script>';
    const at = (path: string) => withLocalLibraries(text, { ...place, path, mime: 'text/html' });
    expect(at('index.html')).toEqual({
      text:
        `<script src="./commonlab/libraries/${core}"></script>` +
        '<script src="https://elsewhere.example/jspsych.js"></script>',
      isChanged: true,
      copies: [core],
    });
    expect(at('a/b/index.html').text).toContain(`src="../../commonlab/libraries/${core}"`);
  });

  it('resolve relative to the script in module imports, and relative to the page elsewhere', () => {
    const text = `import { initJsPsych } from "https://esm.sh/jspsych@8";
tag.src = 'https://unpkg.com/jspsych@8';`;
    const found = withLocalLibraries(text, {
      ...place,
      path: 'js/main.js',
      mime: 'text/javascript',
    });
    expect(found.text).toContain('from "../commonlab/libraries/jspsych@8.3.0/dist/index.js"');
    expect(found.text).toContain(`tag.src = './commonlab/libraries/${core}'`);
    expect(found.copies).toEqual(['jspsych@8.3.0/dist/index.js', core]);
  });

  it('are not replaced in a text that loads nothing from a CDN', () => {
    const text = 'import "./jspsych.js"';
    const asked = { ...place, path: 'a.js', mime: 'text/javascript' };
    expect(withLocalLibraries(text, asked)).toEqual({ text, isChanged: false, copies: [] });
  });

  it('that begin at the website’s root are rewritten to the study’s own files, relative to the first page', () => {
    const page = '<img src="/img/a.png">';
    expect(withLocalLibraries(page, { ...place, path: 'a/index.html', mime: 'text/html' })).toEqual(
      {
        text: '<img src="../img/a.png">',
        isChanged: true,
        copies: [],
      },
    );
    const script = 'import "/js/b.js"; location.href = "/next.html";';
    const at = { ...place, path: 'js/main.js', mime: 'text/javascript' };
    expect(withLocalLibraries(script, at).text).toBe(
      'import "./b.js"; location.href = "./next.html";',
    );
  });

  it('add to the archive each library file with its dependencies and its licence notice', () => {
    const path = '@jspsych/plugin-survey@4.0.0/dist/index.js';
    expect(
      libraryFilesImportedIn(path, 'import{a}from "../../../jspsych@8.3.0/dist/index.js";'),
    ).toEqual(['jspsych@8.3.0/dist/index.js']);
    expect(licenceNoticePathOf(path)).toBe('@jspsych/plugin-survey@4.0.0/LICENSE.txt');
    expect(licenceNoticePathOf(core)).toBe('jspsych@8.3.0/LICENSE.txt');
  });
});
