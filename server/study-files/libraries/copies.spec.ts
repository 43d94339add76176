import { findLibraryCopy, requestedLibraryVersion } from './copy-for.rule';
import {
  hasTooManyAddresses,
  cdnAddressEditsIn,
  maxReplacedAddresses,
  applyAddressEdits,
} from './with-copies.rule';

const unpkg = 'https://unpkg.com/';
const jsdelivr = 'https://cdn.jsdelivr.net/npm/';
const key = '@jspsych/plugin-html-keyboard-response';

describe('An address of a CDN', () => {
  it.each([
    [`${unpkg}jspsych@7.3.4`, 'jspsych@7.3.4/dist/index.browser.min.js', 'no'],
    [`${unpkg}jspsych`, 'jspsych@8.3.0/dist/index.browser.min.js', 'no'],
    [`${unpkg}jspsych@latest`, 'jspsych@8.3.0/dist/index.browser.min.js', 'no'],
    [`//unpkg.com/jspsych@7`, 'jspsych@7.3.4/dist/index.browser.min.js', 'no'],
    [`http://www.unpkg.com/jspsych@7.x`, 'jspsych@7.3.4/dist/index.browser.min.js', 'no'],
    [`${unpkg}jspsych@^7.1.2`, 'jspsych@7.3.4/dist/index.browser.min.js', 'no'],
    [`${unpkg}jspsych@%5E7.1.2`, 'jspsych@7.3.4/dist/index.browser.min.js', 'no'],
    [`${unpkg}jspsych@7.3.2`, 'jspsych@7.3.4/dist/index.browser.min.js', 'patch'],
    [`${unpkg}jspsych@7.1.2`, 'jspsych@7.3.4/dist/index.browser.min.js', 'minor'],
    [`${unpkg}jspsych@~7.1.2`, 'jspsych@7.3.4/dist/index.browser.min.js', 'minor'],
    [`${unpkg}jspsych@^8.9.0`, 'jspsych@8.3.0/dist/index.browser.min.js', 'minor'],
    [`${unpkg}jspsych@7.3.4/css/jspsych.css`, 'jspsych@7.3.4/css/jspsych.css', 'no'],
    [`${jsdelivr}jspsych@7/css/jspsych.min.css`, 'jspsych@7.3.4/css/jspsych.css', 'no'],
    [
      `${jsdelivr}jspsych@8.0.0/dist/index.browser.min.js`,
      'jspsych@8.3.0/dist/index.browser.min.js',
      'minor',
    ],
    [`${unpkg}jspsych@8/dist/index.browser.js`, 'jspsych@8.3.0/dist/index.browser.js', 'no'],
    [`${jsdelivr}jspsych@8/+esm`, 'jspsych@8.3.0/dist/index.js', 'no'],
    [`${jsdelivr}jspsych@8/dist/index.js/+esm`, 'jspsych@8.3.0/dist/index.js', 'no'],
    [`${unpkg}jspsych@7.3.4?module`, 'jspsych@7.3.4/dist/index.js', 'no'],
    [`https://esm.sh/jspsych@7.3.4?bundle`, 'jspsych@7.3.4/dist/index.js', 'no'],
    [`https://esm.sh/v135/jspsych`, 'jspsych@8.3.0/dist/index.js', 'no'],
    [`https://esm.sh/jspsych@8/css/jspsych.css`, 'jspsych@8.3.0/css/jspsych.css', 'no'],
    [`https://esm.run/jspsych@7`, 'jspsych@7.3.4/dist/index.js', 'no'],
    [`https://cdn.skypack.dev/jspsych@7`, 'jspsych@7.3.4/dist/index.js', 'no'],
    [
      `https://cdn.skypack.dev/pin/jspsych@v7.3.4-Ab12/mode=imports,min/optimized/jspsych.js`,
      'jspsych@7.3.4/dist/index.js',
      'no',
    ],
    [
      `https://cdn.jsdelivr.net/gh/jspsych/jsPsych@6.3.1/jspsych.js`,
      'jspsych@6.3.1/jspsych.js',
      'no',
    ],
    [
      `https://cdn.jsdelivr.net/gh/jspsych/jsPsych@v6.3.0/plugins/jspsych-html-keyboard-response.js`,
      'jspsych@6.3.1/plugins/jspsych-html-keyboard-response.js',
      'patch',
    ],
    [`${unpkg}jspsych@6.3.1`, 'jspsych@6.3.1/jspsych.js', 'no'],
    [`${unpkg}jspsych@6.3.1/css/jspsych.css`, 'jspsych@6.3.1/css/jspsych.css', 'no'],
    [
      `https://cdnjs.cloudflare.com/ajax/libs/jspsych/6.3.1/jspsych.min.js`,
      'jspsych@6.3.1/jspsych.js',
      'no',
    ],
    [`${unpkg}${key}@1.1.3`, `${key}@1.1.3/dist/index.browser.min.js`, 'no'],
    [`${unpkg}${key}@1.0.0`, `${key}@1.1.3/dist/index.browser.min.js`, 'minor'],
    [`${unpkg}${key}@2`, `${key}@2.2.0/dist/index.browser.min.js`, 'no'],
    [
      `${unpkg}@jspsych/plugin-survey@1.0.1/css/survey.css`,
      '@jspsych/plugin-survey@1.0.1/css/survey.css',
      'no',
    ],
    [
      `${unpkg}@jspsych/extension-mouse-tracking@1.0.2`,
      '@jspsych/extension-mouse-tracking@1.2.0/dist/index.browser.min.js',
      'minor',
    ],
  ])('is replaced by a copy of this server: %s', (address, path, differs) => {
    expect(findLibraryCopy(address, null)).toMatchObject({ path, differs });
  });

  it('of a plugin without a version resolves to the plugin’s version for the page’s jsPsych', () => {
    const versionWith = (jspsych: number | null) =>
      findLibraryCopy(`${unpkg}${key}`, jspsych)?.version;
    expect([7, 8, null].map(versionWith)).toEqual(['1.1.3', '2.2.0', '2.2.0']);
    expect(findLibraryCopy(`${unpkg}jspsych`, 7)?.version).toBe('8.3.0');
  });

  it.each([
    `${unpkg}jspsych@5.0.3/jspsych.js`,
    `${unpkg}jspsych@6.1.0/jspsych.js`,
    `https://cdn.jsdelivr.net/gh/jspsych/jsPsych@v6.2.0/plugins/jspsych-html-keyboard-response.js`,
    `${unpkg}jspsych@next`,
    `${unpkg}jspsych@`,
    `${unpkg}jspsych@7.3.4/`,
    `${unpkg}jspsych@7.3.4/package.json`,
    `${unpkg}jspsych@8/dist/index.cjs`,
    `${unpkg}jspsych-contrib@1.0.0`,
    `${unpkg}@jspsych-contrib/plugin-rdk@1.0.0`,
    `${unpkg}@jspsych/plugin-survey@0.2.1`,
    `${unpkg}@jspsych/plugin-none@1.0.0`,
    `${unpkg}jquery@3`,
    `https://esm.sh/jspsych@6.3.1`,
    `https://cdn.jsdelivr.net/gh/jspsych/jsPsych@master/jspsych.js`,
    `https://example.net/unpkg.com/jspsych@7.3.4`,
    `https://unpkg.com.example.net/jspsych@7.3.4`,
    'jspsych.js',
  ])('is not replaced when there is no copy: %s', (address) => {
    expect(findLibraryCopy(address, null)).toBeNull();
  });

  it('is recognised as jsPsych with its version, whether a copy exists or not', () => {
    expect(requestedLibraryVersion(`${unpkg}jspsych@5.0.3/jspsych.js`)).toBe('jspsych@5.0.3');
    expect(requestedLibraryVersion(`${unpkg}${key}`)).toBe(key);
    expect(requestedLibraryVersion(`${unpkg}jquery@3`)).toBeNull();
  });
});

describe('A text whose CDN addresses are replaced by local copies', () => {
  const changed = (text: string, study: number | null = null) =>
    applyAddressEdits(text, cdnAddressEditsIn(text, study), { libraries: '/L/', folder: '' });

  it('replaces CDN addresses in elements, and drops their integrity hashes', () => {
    const page = `<!doctype html>\r\n<head><!-- “words” -->
<script src="${unpkg}jspsych@7.3.4" integrity="sha384-abc+/=" crossorigin="anonymous"></script>
<script integrity='sha384-x' src='${unpkg}${key}'></script>
<link href=${unpkg}jspsych@7.3.4/css/jspsych.css rel=stylesheet>
<script src="https://code.jquery.com/jquery.js" integrity="sha384-kept"></script>
<style>@import url(${unpkg}jspsych@7.3.4/css/jspsych.css); @import "${unpkg}jspsych@8/css/jspsych.css";</style>`;
    expect(changed(page)).toBe(`<!doctype html>\r\n<head><!-- “words” -->
<script src="/L/jspsych@7.3.4/dist/index.browser.min.js" crossorigin="anonymous"></script>
<script src='/L/${key}@1.1.3/dist/index.browser.min.js'></script>
<link href=/L/jspsych@7.3.4/css/jspsych.css rel=stylesheet>
<script src="https://code.jquery.com/jquery.js" integrity="sha384-kept"></script>
<style>@import url(/L/jspsych@7.3.4/css/jspsych.css); @import "/L/jspsych@8.3.0/css/jspsych.css";</style>`);
  });

  it('replaces CDN addresses in imports, import maps and strings of scripts', () => {
    const text = `import { initJsPsych } from '${jsdelivr}jspsych@8.0.0/+esm';
const plugin = await import("https://esm.sh/${key}");
document.write("<script src=\\"${unpkg}jspsych@7.3.4\\"><\\/script>");
const map = { "jspsych": "${unpkg}jspsych@7.3.4/dist/index.js", "a/": "./a/" };`;
    expect(changed(text)).toBe(`import { initJsPsych } from '/L/jspsych@8.3.0/dist/index.js';
const plugin = await import("/L/${key}@2.2.0/dist/index.js");
document.write("<script src=\\"/L/jspsych@7.3.4/dist/index.browser.min.js\\"><\\/script>");
const map = { "jspsych": "/L/jspsych@7.3.4/dist/index.js", "a/": "./a/" };`);
    expect(changed(`import p from "${unpkg}${key}"`, 7)).toContain(`${key}@1.1.3/`);
  });

  it.each([
    ['words that are read', `Loaded from ${unpkg}jspsych@7.3.4 today`],
    ['a comment', `//# sourceMappingURL=${unpkg}jspsych@7.3.4/dist/index.browser.min.js.map`],
    [
      'one part of an address',
      `load("${unpkg}jspsych@7.3.4/" + file); load("${unpkg}jspsych" + v)`,
    ],
    ['a template', `load(\`${unpkg}jspsych@\${version}\`)`],
    ['the sums of an import map', `"integrity": { "${unpkg}jspsych@7.3.4": "sha384-abc" }`],
    ['what is not here', `<script src="${unpkg}jspsych@5.0.3/jspsych.js" integrity="sha384-a">`],
  ])('keeps %s', (_, text) => {
    expect(changed(text)).toBe(text);
  });

  it('stays unchanged when it contains more addresses than the limit', () => {
    const tags = (n: number, asked = 'jspsych@7.3.4') =>
      `<script src="${unpkg}${asked}" integrity="sha384-a"></script>\n`.repeat(n);
    expect(changed(tags(maxReplacedAddresses))).not.toContain(unpkg);
    expect(hasTooManyAddresses(tags(maxReplacedAddresses))).toBe(false);
    for (const text of [
      tags(maxReplacedAddresses + 1),
      tags(100_000),
      tags(1) + tags(maxReplacedAddresses, 'x'),
    ])
      expect([changed(text) === text, hasTooManyAddresses(text)]).toEqual([true, true]);
  });

  it('is made in linear time, also for hostile input', () => {
    const hostile = [
      `<script src="${unpkg}jspsych@7.3.4" `.repeat(20_000),
      `"${unpkg}jspsych@7.3.4`.repeat(20_000),
      '<script integrity='.repeat(100_000),
      `"${unpkg}${'a'.repeat(500_000)}`,
    ];
    const begun = process.cpuUsage();
    for (const text of hostile) changed(text);
    // This measures CPU time, which does not grow when the machine is busy. An algorithm with
    // quadratic time would take minutes.
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(5_000);
  });
});
