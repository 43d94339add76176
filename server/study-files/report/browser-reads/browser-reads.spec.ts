import { findingsNeedingReason } from '../../../../contracts/study-files/study-findings';
import { readFileSync } from 'node:fs';
import {
  reportFindingsOf,
  htmlPage,
  studyReportFor,
  studyWithScript,
} from '../../../../test/support/people/study-report';
import { readFileFacts } from '../facts-of.rule';

const asks = (files: Record<string, string>) => studyReportFor(files).asks;

describe('Findings about code that could identify a browser', () => {
  it.each([
    ['reads_pixels index.html:4 toDataURL', 'const a = canvas.toDataURL();'],
    ['reads_pixels index.html:4 getImageData', 'c.getImageData(0, 0, 9, 9);'],
    ['reads_pixels index.html:4 toDataURL', 'canvas["toDataURL"]();'],
    ['reads_pixels index.html:4 toBlob', 'const { toBlob } = canvas;'],
    ['reads_fonts index.html:4 measureText', 'c.measureText("mmm").width;'],
    ['reads_fonts index.html:4 fonts.check', 'document.fonts.check("12px Calibri");'],
    [
      'reads_sound index.html:4 OfflineAudioContext',
      'new window.OfflineAudioContext(1, 9, 44100);',
    ],
    ['reads_graphics index.html:4 getParameter(37445)', 'gl.getParameter(37445);'],
    ['reads_graphics index.html:4 getParameter(37446)', 'gl.getParameter(0x9246);'],
    [
      'reads_graphics index.html:4 UNMASKED_RENDERER_WEBGL',
      'gl.getParameter(e.UNMASKED_RENDERER_WEBGL);',
    ],
    [
      'reads_graphics index.html:4 WEBGL_debug_renderer_info',
      'gl.getExtension("WEBGL_debug_renderer_info");',
    ],
    ['reads_device index.html:4 hardwareConcurrency', 'navigator.hardwareConcurrency;'],
    ['reads_device index.html:4 navigator.plugins', 'window.navigator.plugins.length;'],
    ['peer_connection index.html:4 RTCPeerConnection', 'new RTCPeerConnection();'],
    [
      'peer_connection index.html:4 RTCPeerConnection',
      'new frame.contentWindow.RTCPeerConnection();',
    ],
    [
      'computed_address index.html:4 action',
      'form.action = "https://" + data + ".test"; form.submit();',
    ],
    ['computed_address index.html:4 action', 'f.setAttribute("action", where);'],
    ['computed_address index.html:4 formAction', 'button.formAction = where;'],
    ['computed_address index.html:4 location.href', 'location.href = where;'],
    ['computed_address index.html:4 location', 'window.location = `//${data}.test`;'],
    ['computed_address index.html:4 location.href', 'location.href = `https://${data}.a.test/`;'],
    ['computed_address index.html:4 location.replace', 'location.replace(where);'],
    ['computed_address index.html:4 open', 'window.open(where);'],
    ['computed_address index.html:4 iframe.src', 'iframe.src = "https:" + where;'],
    ['frames index.html:4', 'document.createElement("iframe");'],
    ['frames index.html:4', 'box.innerHTML = "<iframe></iframe>";'],
    ['frames index.html:4', 'any.srcdoc = text;'],
  ])('are reported: %s', (finding, text) => {
    expect(reportFindingsOf(studyWithScript(text))).toContain(finding);
  });

  it('come from bundled scripts, scripts that cannot be parsed, and attributes', () => {
    const text =
      '!function(e,t){var n=e.createElement("canvas");n.getContext("2d");t(n.toDataURL())}(document,f)';
    const page1 = htmlPage(
      '<script src="a.min.js"></script>',
      '\n<p onclick="f(c.toDataURL())">p</p>',
    );
    const files = { 'index.html': page1, 'a.min.js': text, 'broken.js': '\nc.measureText(a b' };
    expect(reportFindingsOf(files)).toEqual(
      expect.arrayContaining([
        'reads_pixels a.min.js:1 toDataURL',
        'reads_pixels index.html:5 toDataURL',
        'reads_fonts broken.js:2 measureText',
      ]),
    );
    expect(asks(files)).toEqual(['reads_pixels', 'reads_fonts']);
  });

  it('include a long list of font families', () => {
    const list = ['Arial', 'Calibri', 'Cambria', 'Consolas', 'Courier New', 'Georgia', 'Impact'];
    const more = [...list, 'Tahoma', 'Times New Roman', 'Verdana'];
    expect(asks(studyWithScript(`const fonts = ${JSON.stringify(list)};`))).toEqual([]);
    expect(asks(studyWithScript(`const fonts = ${JSON.stringify(more)};`))).toEqual([
      'reads_fonts',
    ]);
  });

  it('exclude addresses within the study’s folder, or on a host written in the code', () => {
    const harmless = [
      'location.href = "next.html?id=" + id; location.replace(`parts/${n}.html`);',
      'location.reload(); history.back(); store.action = payload; picture.src = where;',
      'location = "#end"; form.action = "save.html";',
      'const s = "Measure the text"; gl.getParameter(gl.MAX_TEXTURE_SIZE);',
    ];
    expect(asks(studyWithScript(harmless.join('\n')))).toEqual([]);
    expect(asks(studyWithScript('location.href = "https://panel.example/?id=" + id;'))).toEqual([]);
    expect(studyReportFor(studyWithScript(harmless.join('\n'))).frames).toBe(false);
  });

  it('are one for a file with the name of a library', () => {
    const text = 'a.toDataURL(); b.measureText(); new RTCPeerConnection()';
    const files = { ...studyWithScript('load("lib/p5.min.js");'), 'lib/p5.min.js': text };
    expect(reportFindingsOf(files)).toEqual([
      'library_reads lib/p5.min.js:1 toDataURL, measureText, RTCPeerConnection',
    ]);
    expect(asks(files)).toEqual([]);
  });

  it('are none for a byte-for-byte copy of a library of this server', () => {
    const text = readFileSync('node_modules/jspsych/dist/index.browser.js', 'utf8');
    expect(readFileFacts('anything.js', text, true).found).toEqual([]);
    expect(readFileFacts('anything.js', text).found.length).toBeGreaterThan(0);
  });

  it('require permission for frames in a study with a frame in a page, or with an unchecked file', () => {
    expect(
      studyReportFor({
        'index.html': htmlPage('', '<iframe src="a.html"></iframe>'),
        'a.html': '',
      }),
    ).toMatchObject({
      frames: true,
    });
    expect(studyReportFor({ 'index.html': htmlPage('') }).frames).toBe(false);
  });

  it('that need a reason are listed once for each kind', () => {
    expect(new Set(findingsNeedingReason).size).toBe(findingsNeedingReason.length);
  });
});
