/**
 * Reads the configuration that the server wrote into index.html. A placeholder that was not
 * replaced, as by the development server, counts as empty.
 */
const meta = (name: string) => {
  const value =
    document.querySelector<HTMLMetaElement>(`meta[name="commonlab:${name}"]`)?.content ?? '';
  return /^__[A-Z_]+__$/.test(value) ? '' : value;
};

export const config = {
  /** Origin of the API without a final slash; empty when the API answers on this origin. */
  get apiUrl() {
    return meta('api').replace(/\/+$/, '');
  },
  get region() {
    return meta('region') || 'global';
  },
  /** Domain of the token cookie; empty keeps the cookie to this host. */
  get cookieDomain() {
    return meta('cookie-domain');
  },
  get demo() {
    return meta('demo') === '1';
  },
  /**
   * The facts about the operator, as JSON (contracts/operator/operator.ts); empty if the server
   * wrote none.
   */
  get operator() {
    return meta('operator');
  },
  get nonce() {
    return meta('nonce');
  },
};
