import { faultOfSvg } from './svg-fault';

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const pixel = 'data:image/png;base64,iVBORw0KGgo=';

describe('An uploaded SVG', () => {
  it.each([
    ['shapes', svg('<g id="a"><path d="M0 0L1 1" style="fill:url(#p);stroke:#ccc"/></g>')],
    [
      'a style with an embedded font',
      svg(`<style>@font-face{src:url("data:font/woff2;base64,AA")}</style>`),
    ],
    ['a picture embedded as a data URL', svg(`<image xlink:href="${pixel}" width="1"/>`)],
    ['a part that is used twice', svg('<use href="#a"/><use xlink:href="#a"/>')],
    [
      'animation of a shape',
      svg('<circle r="1"><animate attributeName="r" values="1;2"/></circle>'),
    ],
    ['notes of Illustrator', svg('<path d="" data-name="image (3)" xml:space="preserve"/>')],
    [
      'notes of Inkscape',
      svg(
        '<i:path-effect href="http://a.b/"/><metadata><r:RDF r:about="http://a.b"/></metadata>',
        'xmlns:i="http://www.inkscape.org/namespaces/inkscape" xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
      ),
    ],
    [
      'the document type that matplotlib writes',
      `<?xml version="1.0" encoding="utf-8"?>
       <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
         "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('')}`,
    ],
    [
      'text that only looks like a script or a link',
      svg('<title>Scripts and url(x)</title><text>javascript: no</text>'),
    ],
  ])('is accepted with %s', (_, text) => {
    expect(faultOfSvg(text)).toBeUndefined();
  });

  it.each([
    ['svg_script', svg('<script>alert(1)</script>')],
    ['svg_script', svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>')],
    ['svg_script', svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>')],
    ['svg_script', svg('', 'onload="alert(1)"')],
    ['svg_script', svg('<g ONCLICK="alert(1)"/>')],
    ['svg_script', svg('<a href="javascript:alert(1)"/>')],
    ['svg_script', svg('<a xlink:href="java&#10;script:alert(1)"/>')],
    ['svg_script', svg('<a xlink:href="&#x6a;avascript:alert(1)"/>')],
    ['svg_script', svg('<a xmlns:y="http://www.w3.org/1999/xlink" y:href="javascript:alert(1)"/>')],
    ['svg_script', svg('<a href="data:text/html,&lt;b>"/>')],
    ['svg_script', svg('<a><set attributeName="href" to="#x"/></a>')],
    ['svg_script', svg('<a><animate attributeName="y:href" values="#a;#b"/></a>')],
    ['svg_script', svg('<set attributeName="onclick" to="alert(1)"/>')],
    ['svg_script', svg('<g style="background:url(javascript:alert(1))"/>')],
    [
      'svg_foreign',
      svg('<foreignObject><b xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
    ],
    ['svg_foreign', svg('<iframe/>')],
    ['svg_foreign', svg('<unheardOf/>')],
    ['svg_foreign', svg('<h:img xmlns:h="http://www.w3.org/1999/xhtml"/>')],
    ['svg_foreign', svg('<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"/>')],
    ['svg_reference', svg('<image href="https://example.org/a.png"/>')],
    ['svg_reference', svg('<image href="//example.org/a.png"/>')],
    ['svg_reference', svg('<use href="other.svg#a"/>')],
    ['svg_reference', svg('<image href="data:image/svg+xml;base64,AA=="/>')],
    ['svg_reference', svg('<a href="https://example.org"/>')],
    ['svg_reference', svg('<use href="#a"/>', 'xml:base="https://example.org/"')],
    ['svg_reference', svg('<path fill="url(https://example.org/#a)"/>')],
    ['svg_reference', svg(`<path mask="image-set('https://example.org/a.png' 1x)"/>`)],
    ['svg_reference', svg('<style>@import "https://example.org/a.css";</style>')],
    ['svg_reference', svg('<style>@\\69mport "//example.org/a.css";</style>')],
    ['svg_reference', svg('<style>a{fill:u\\72l(https://example.org)}</style>')],
    ['svg_reference', svg('<style><![CDATA[a{fill:url("https://example.org")}]]></style>')],
    [
      'svg_reference',
      svg(`<style>a{content:"/*"} b{fill:url(http://e.org)} c{content:"*/"}</style>`),
    ],
    ['svg_reference', `<?xml-stylesheet href="https://example.org/a.css"?>${svg('')}`],
    ['svg_reference', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`],
    ['svg_reference', `<!DOCTYPE svg SYSTEM "https://example.org/a.dtd">${svg('')}`],
    ['text_encoding', `<?xml version="1.0" encoding="ISO-2022-JP"?>${svg('')}`],
    ['broken', svg('<g>')],
    ['broken', svg('<g a="1" a="2"/>')],
    ['broken', svg('&nbsp;')],
    ['broken', `${svg('')}<p/>`],
    ['broken', '<svg><path d=""/></svg>'],
  ])('is refused as %s: %s', (reason, text) => {
    expect(faultOfSvg(text)).toBe(reason);
  });

  it('is refused when the forbidden part is deeply nested', () => {
    const deep = `${'<g>'.repeat(3_000)}<g onclick="a"/>${'</g>'.repeat(3_000)}`;
    expect(faultOfSvg(svg(deep))).toBe('svg_script');
  });
});
