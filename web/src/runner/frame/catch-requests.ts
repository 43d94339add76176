import { isCaught, type SentData, type SentDataRecords } from './sent-data';

/** `fetch`, `sendBeacon` and `XMLHttpRequest` of the study, of which those that send data end here. */
export function catchRequests(records: SentDataRecords): void {
  const realFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const asked = input instanceof Request ? input : undefined;
    const sent: SentData = {
      url: new URL(input instanceof Request ? input.url : input, document.baseURI),
      method: init?.method ?? asked?.method ?? 'GET',
      body: init?.body ?? undefined,
    };
    if (!isCaught(sent)) return realFetch(input, init);
    const body = sent.body ?? (asked ? await asked.clone().text() : undefined);
    const answer = await records.answer({ ...sent, body });
    return new Response(JSON.stringify(answer.body), {
      status: answer.status,
      headers: { 'content-type': 'application/json' },
    });
  };

  const realBeacon = navigator.sendBeacon.bind(navigator);
  navigator.sendBeacon = (url, body) => {
    const sent = { url: new URL(url, document.baseURI), method: 'POST', body };
    if (!isCaught(sent)) return realBeacon(url, body);
    void records.answer(sent);
    return true;
  };

  const Real = window.XMLHttpRequest;
  window.XMLHttpRequest = class extends Real {
    private sent: Omit<SentData, 'body'> | undefined;

    override open(method: string, url: string | URL, ...more: unknown[]): void {
      this.sent = { method, url: new URL(url, document.baseURI) };
      (super.open as (...given: unknown[]) => void)(method, url, ...more);
    }
    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      const sent = this.sent && { ...this.sent, body };
      if (!sent || !isCaught(sent)) return super.send(body);
      void records.answer(sent).then((answer) => {
        const text = JSON.stringify(answer.body);
        const said = { readyState: 4, status: answer.status, responseText: text, response: text };
        for (const [name, value] of Object.entries(said))
          Object.defineProperty(this, name, { value, configurable: true });
        for (const name of ['readystatechange', 'load', 'loadend'])
          this.dispatchEvent(new ProgressEvent(name));
      });
    }
  };
}
