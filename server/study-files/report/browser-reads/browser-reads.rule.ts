import type { AnyNode } from 'acorn';
import type { FindingNeedingReason } from '../../../../contracts/study-files/study-findings';

/*
 * The names of properties by which code can identify a browser or make connections that the
 * Content-Security-Policy does not block. Minifiers keep the names of properties, so searching for
 * names finds them, unless the code hides what it does.
 */

const names: Readonly<
  Record<Exclude<FindingNeedingReason, 'computed_address'>, readonly string[]>
> = {
  reads_pixels: ['toDataURL', 'toBlob', 'convertToBlob', 'getImageData', 'readPixels'],
  reads_fonts: ['measureText', 'queryLocalFonts'],
  reads_sound: [
    'OfflineAudioContext',
    'webkitOfflineAudioContext',
    'createDynamicsCompressor',
    'createAnalyser',
    'getChannelData',
    'getFloatFrequencyData',
    'getByteFrequencyData',
  ],
  reads_graphics: [
    'UNMASKED_VENDOR_WEBGL',
    'UNMASKED_RENDERER_WEBGL',
    'WEBGL_debug_renderer_info',
    'getSupportedExtensions',
    'getShaderPrecisionFormat',
    'requestAdapterInfo',
  ],
  reads_device: [
    'hardwareConcurrency',
    'deviceMemory',
    'userAgentData',
    'getHighEntropyValues',
    'enumerateDevices',
    'getBattery',
    'getVoices',
    'getLayoutMap',
    'oscpu',
    'cpuClass',
  ],
  peer_connection: [
    'RTCPeerConnection',
    'webkitRTCPeerConnection',
    'mozRTCPeerConnection',
    'createDataChannel',
  ],
};
const kindOf: ReadonlyMap<string, FindingNeedingReason> = new Map(
  Object.entries(names).flatMap(([kind, list]) =>
    list.map((name) => [name, kind as FindingNeedingReason] as const),
  ),
);

export interface BrowserReadFinding {
  kind: FindingNeedingReason;
  /** The name of the property in the code. */
  name: string;
}

/**
 * Returns the finding for a property name that occurs in the code, or in a string such as in
 * `canvas['toDataURL']`; null for a harmless name.
 */
export function findingForPropertyName(name: string): BrowserReadFinding | null {
  const kind = kindOf.get(name);
  return kind ? { kind, name } : null;
}

/**
 * Returns the finding for a path such as `navigator.plugins`, whose last name alone would match much
 * harmless code; null for other paths.
 * @param dotted the path with dots, without `window.`
 */
export function findingForPropertyPath(dotted: string): BrowserReadFinding | null {
  if (/(^|\.)fonts\.check$/.test(dotted)) return { kind: 'reads_fonts', name: 'fonts.check' };
  const [, list] = /(?:^|\.)navigator\.(plugins|mimeTypes)$/.exec(dotted) ?? [];
  return list ? { kind: 'reads_device', name: `navigator.${list}` } : null;
}

/**
 * The WebGL parameters that name the vendor and the renderer of the graphics card, masked and
 * unmasked.
 */
const graphics: ReadonlySet<unknown> = new Set([0x1f00, 0x1f01, 37_445, 37_446]);
/**
 * Returns the finding for a call with a revealing argument, such as a WebGL parameter; else null.
 * @param method the last name of the called function
 * @param first its first argument
 */
export const findingForRevealingCall = (
  method: string,
  first: AnyNode | undefined,
): BrowserReadFinding | null =>
  method === 'getParameter' && first?.type === 'Literal' && graphics.has(first.value)
    ? { kind: 'reads_graphics', name: `getParameter(${String(first.value)})` }
    : null;

/**
 * Names of common font families. A study uses a few of them. Code that contains many probably finds
 * out which fonts are installed, to identify the browser.
 */
const families: ReadonlySet<string> = new Set(
  (
    'arial,arial black,arial narrow,bookman old style,calibri,cambria,cambria math,candara,century,' +
    'century gothic,comic sans ms,consolas,constantia,corbel,courier,courier new,franklin gothic medium,' +
    'garamond,geneva,georgia,gill sans,gill sans mt,helvetica,helvetica neue,impact,lucida bright,' +
    'lucida calligraphy,lucida console,lucida fax,lucida grande,lucida handwriting,lucida sans unicode,' +
    'microsoft sans serif,monaco,monotype corsiva,ms gothic,ms outlook,ms pgothic,ms reference sans serif,' +
    'ms sans serif,ms serif,palatino,palatino linotype,segoe print,segoe script,segoe ui,tahoma,times,' +
    'times new roman,trebuchet ms,verdana,wingdings,wingdings 2,wingdings 3'
  ).split(','),
);
const manyFamilies = 10;
export const isFontFamily = (text: string): boolean =>
  text.length < 30 && families.has(text.toLowerCase());
export const areManyFontFamilies = (found: ReadonlySet<string>): boolean =>
  found.size >= manyFamilies;

const anyName = new RegExp(`\\b(?:${[...kindOf.keys()].join('|')})\\b`, 'g');
/** Searches a text for findings, without parsing it. Returns each name once, at its first place. */
export function browserReadsIn(text: string): (BrowserReadFinding & { at: number })[] {
  const found = new Map<string, BrowserReadFinding & { at: number }>();
  for (const { 0: name, index } of text.matchAll(anyName)) {
    const telling = findingForPropertyName(name);
    if (telling && !found.has(name)) found.set(name, { ...telling, at: index });
  }
  return [...found.values()];
}

/**
 * Returns the constant text with which an expression begins; null if it begins with a computed value.
 */
function beginning(node: AnyNode | undefined): string | null {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node?.type === 'TemplateLiteral') return node.quasis[0]?.value.cooked || null;
  return node?.type === 'BinaryExpression' && node.operator === '+' ? beginning(node.left) : null;
}
/**
 * Whether the beginning of an address shows where the address leads: to the study's folder, or to a
 * host that is written in the code. The report lists the hosts in the code separately.
 */
const isKnownPlace = (text: string) =>
  /^https?:\/\/[^/?#\s]+[/?#]/i.test(text) ||
  !/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})|^[a-z]*$/i.test(text);

/** Whether the host of an address is only known while the study runs. */
export function isComputedHost(node: AnyNode | undefined): boolean {
  if (node?.type === 'Literal') return false;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return false;
  const known = beginning(node);
  return known === null || !isKnownPlace(known);
}
