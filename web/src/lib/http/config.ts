/**
 * Reads the configuration that the server wrote into index.html. The development server leaves the
 * placeholders as they are; a placeholder counts as empty.
 */
const meta = (name: string) => {
  const value =
    document.querySelector<HTMLMetaElement>(`meta[name="commonlab:${name}"]`)?.content ?? '';
  return /^__[A-Z_]+__$/.test(value) ? '' : value;
};

export const config = {
  /** Origin of the API without a final slash; empty if the API has the same origin as the page. */
  get apiUrl() {
    return meta('api').replace(/\/+$/, '');
  },
  get region() {
    return meta('region') || 'global';
  },
  /** Domain of the token cookie. If it is empty, only this host gets the cookie. */
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
