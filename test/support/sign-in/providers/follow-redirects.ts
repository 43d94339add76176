/**
 * Follows redirects until an address begins with `upTo`. Stores and sends cookies as a browser
 * does.
 */
export async function followRedirects(
  from: string,
  upTo: string,
  cookies = new Map<string, string>(),
): Promise<URL> {
  let at = from;
  for (let i = 0; i < 10; i++) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([k, v]) => `${k}=${v}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location)
      throw new Error(
        `the provider stopped at ${answer.status}: ${(await answer.text()).replace(/<[^>]*>/g, ' ').slice(-600)}`,
      );
    at = new URL(location, at).href;
    if (at.startsWith(upTo)) return new URL(at);
  }
  throw new Error('the provider redirects for ever');
}
