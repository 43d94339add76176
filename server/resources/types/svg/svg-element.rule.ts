import type { RefusedTypeReason } from '../../../../contracts/resources/file-types';
import { linkFault, styleFault } from './svg-value.rule';

export const svgNamespace = 'http://www.w3.org/2000/svg';

const shapes =
  'svg g defs symbol use view switch a title desc metadata style path rect circle ellipse line polyline polygon image';
const texts =
  'text tspan textPath tref font font-face font-face-src font-face-name font-face-format glyph missing-glyph ' +
  'hkern vkern altGlyph altGlyphDef altGlyphItem glyphRef flowRoot flowRegion flowPara flowSpan flowDiv flowLine';
const paints =
  'linearGradient radialGradient meshgradient meshpatch meshrow stop solidcolor solidColor pattern hatch hatchpath ' +
  'clipPath mask marker filter color-profile';
const filters =
  'Blend ColorMatrix ComponentTransfer Composite ConvolveMatrix DiffuseLighting DisplacementMap DistantLight ' +
  'DropShadow Flood FuncA FuncB FuncG FuncR GaussianBlur Image Merge MergeNode Morphology Offset PointLight ' +
  'SpecularLighting SpotLight Tile Turbulence';
const animations = 'animate animateColor animateMotion animateTransform mpath set';

const elements = new Set([
  ...[shapes, texts, paints, animations].flatMap((names) => names.split(' ')),
  ...filters.split(' ').map((name) => `fe${name}`),
]);
const running = new Set(['script', 'handler', 'listener']);

/**
 * The beginnings of the XML namespaces in which drawing programs store metadata. Browsers ignore
 * elements in them.
 */
const notes = [
  'http://ns.adobe.com/',
  'adobe:ns:meta/',
  'http://www.inkscape.org/namespaces/',
  'http://inkscape.sourceforge.net/',
  'http://sodipodi.sourceforge.net/',
  'http://creativecommons.org/ns#',
  'http://web.resource.org/cc/',
  'http://purl.org/dc/',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://www.bohemiancoding.com/sketch/',
  'http://www.serif.com/',
  'http://www.figma.com/',
  'https://boxy-svg.com',
];
const isNoteSpace = (namespace: string) => notes.some((begins) => namespace.startsWith(begins));

export interface SvgElement {
  readonly namespaceURI: string | null;
  readonly localName: string | null;
  readonly attributes: ArrayLike<SvgAttribute>;
}
interface SvgAttribute {
  readonly localName: string | null;
  readonly name: string;
  readonly value: string;
}

/** Returns the reason to refuse an element; undefined if the element is known to be harmless. */
export function elementFault(element: SvgElement): RefusedTypeReason | undefined {
  const name = element.localName ?? '';
  if (running.has(name.toLowerCase())) return 'svg_script';
  const isDrawn = element.namespaceURI === svgNamespace;
  if (isDrawn ? !elements.has(name) : !isNoteSpace(element.namespaceURI ?? ''))
    return 'svg_foreign';
  for (const attribute of Array.from(element.attributes)) {
    const fault = attributeFault(attribute, isDrawn ? name : '');
    if (fault) return fault;
  }
  return undefined;
}

/**
 * Matches the names of attributes whose values browsers do not interpret as styles: identifiers,
 * and metadata of programs.
 */
const isNote = /^(id|class|lang|role|data-.*|aria-.*|(?!xlink:|xml:)[^:]+:.*)$/;

/**
 * Returns the reason to refuse an attribute; undefined if the attribute is harmless.
 * @param element the name of the element that has the attribute; '' if the element contains
 * metadata, which browsers do not draw
 */
function attributeFault({ name, localName, value }: SvgAttribute, element: string) {
  const plain = (localName ?? name).toLowerCase();
  if (plain.startsWith('on')) return 'svg_script';
  if (name === 'xmlns' || name.startsWith('xmlns:')) return undefined;
  // Browsers do not interpret metadata elements of drawing programs, so a `href` there, such as a
  // licence's address, loads nothing.
  if (element === '') return undefined;
  if (name === 'xml:base') return 'svg_reference';
  if (plain === 'href' || plain === 'src') return linkFault(value);
  if (plain === 'attributename' && /(^|:)(href|on\w*|src|base)$/i.test(value.trim()))
    return 'svg_script';
  return isNote.test(name) ? undefined : styleFault(value);
}
