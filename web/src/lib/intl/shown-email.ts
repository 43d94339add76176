/**
 * Decodes a punycode label (RFC 3492).
 * @throws for a text that is no punycode
 */
function decoded(label: string): string {
  const cut = label.lastIndexOf('-');
  const out = cut > 0 ? [...label.slice(0, cut)] : [];
  let [code, bias, at] = [128, 72, 0];
  for (let read = cut > 0 ? cut + 1 : 0; read < label.length;) {
    const before = at;
    for (let [weight, k] = [1, 36]; ; k += 36) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(label[read++] ?? '');
      if (digit < 0) throw new RangeError('no punycode');
      at += digit * weight;
      const threshold = Math.min(26, Math.max(1, k - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    let delta = before === 0 ? Math.floor(at / 700) : (at - before) >> 1;
    delta += Math.floor(delta / (out.length + 1));
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
    bias += Math.floor((36 * delta) / (delta + 38));
    code += Math.floor(at / (out.length + 1));
    at %= out.length + 1;
    out.splice(at++, 0, String.fromCodePoint(code));
  }
  return out.join('');
}

const latin = /\p{Script=Latin}/u;
const alike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/**
 * Decodes a label of a domain from punycode. The label stays in punycode in two cases: if the
 * browser would not encode the result as this label again, or if the result mixes Latin letters
 * with letters that look like Latin ones.
 */
function shownLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  try {
    const shown = decoded(label.slice(4));
    const isSame = new URL(`http://${shown}.example`).hostname === `${label}.example`;
    return isSame && !(latin.test(shown) && alike.test(shown)) ? shown : label;
  } catch {
    return label;
  }
}

/**
 * Decodes the domain of an email address from punycode, so that people can read it: `xn--bcher-kva`
 * becomes `bücher`.
 */
export function readableEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + email.slice(at).split('.').map(shownLabel).join('.');
}
